// The original's detector of people and projects, written from its description (behaviour reference 11.1): the opponent.

const STOP = new Set(
  `the a an and or but in on at to for of with by from as is was are were be been being have has had do does did will would could should may might must shall can this that these those it its they them their we our you your i my me he his she her who what when where why how which if then so not no yes ok okay just very really also already still even only here there now too up out about like
get got make made take put come go see know think true false none null new old all any some return print def class import step usage run check find add set list args dict str int bool path file type name note example option result error warning info every each more less next last first second stack layer mode test stop start copy move source target output input data item key value returns raises yields self cls kwargs
world well want topic choose social cars phones healthcare ex machina deus human humans people things something nothing everything anything someone everyone anyone way time day life place thing part kind sort case point idea fact sense question answer reason number version system hey hi hello thanks thank right let click hit press tap drag drop open close save load launch install download upload scroll select enter submit cancel confirm delete paste write read search show hide
desktop documents downloads users home library applications preferences settings terminal actor vector remote control duration fetch agents tools others guards ethics regulation learning thinking memory language intelligence technology society culture future history science model models network networks training inference`.split(
    /\s+/,
  ),
);
const PRONOUNS = /\b(?:she|her|hers|he|him|his|they|them|their)\b/i;

/** Candidates with their counts, three at least. */
export function candidatesOf(text) {
  const counts = new Map();
  const note = (name) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [word] of text.matchAll(/\b[A-Z][a-z]{1,19}\b/g)) if (!STOP.has(word.toLowerCase())) note(word);
  for (const [phrase] of text.matchAll(/\b[A-Z][a-z]+(?:\s+[A-Z][a-z]+)+\b/g))
    if (!phrase.split(/\s+/).some((word) => STOP.has(word.toLowerCase()))) note(phrase);
  return new Map([...counts].filter(([, count]) => count >= 3));
}

function hits(patterns, text) {
  return patterns.reduce((sum, pattern) => sum + [...text.matchAll(new RegExp(pattern, 'gim'))].length, 0);
}

function score(name, text) {
  const n = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const person = [];
  const project = [];
  const dialogue = hits([`^>\\s*${n}[:\\s]`, `^${n}:\\s`, `^\\[${n}\\]`, `"${n}\\s+said`], text);
  const verbs =
    'said asked told replied laughed smiled cried felt thinks? wants? loves? hates? knows? decided pushed wrote'.split(
      ' ',
    );
  const action = hits(
    [
      ...verbs.map((verb) => `\\b${n}\\s+${verb}\\b`),
      `\\bhey\\s+${n}\\b`,
      `\\bthanks?\\s+${n}\\b`,
      `\\bhi\\s+${n}\\b`,
      `\\bdear\\s+${n}\\b`,
    ],
    text,
  );
  const lines = text.split('\n');
  const isNear = (at) => lines.slice(Math.max(0, at - 2), at + 3).some((line) => PRONOUNS.test(line));
  const pronoun = lines.filter((line, at) => line.toLowerCase().includes(name.toLowerCase()) && isNear(at)).length;
  const direct = hits([`\\bhey\\s+${n}\\b`, `\\bthanks?\\s+${n}\\b`, `\\bhi\\s+${n}\\b`], text);
  const verb = hits(
    [
      `\\bbuilding\\s+${n}\\b`,
      `\\bbuilt\\s+${n}\\b`,
      `\\bship(?:ping|ped)?\\s+${n}\\b`,
      `\\blaunch(?:ing|ed)?\\s+${n}\\b`,
      `\\bdeploy(?:ing|ed)?\\s+${n}\\b`,
      `\\binstall(?:ing|ed)?\\s+${n}\\b`,
      `\\bthe\\s+${n}\\s+(?:architecture|pipeline|system|repo)\\b`,
      `\\b${n}\\s+v\\d`,
      `\\b${n}\\.py\\b`,
      `\\b${n}-core\\b`,
      `\\b${n}-local\\b`,
      `\\bimport\\s+${n}\\b`,
      `\\bpip\\s+install\\s+${n}\\b`,
    ],
    text,
  );
  const versioned = hits([`\\b${n}[-v]\\w+`], text);
  const code = hits([`\\b${n}\\.(?:py|js|ts|yaml|yml|json|sh)\\b`], text);
  for (const [label, count] of Object.entries({ dialogue, action, pronoun, direct })) if (count > 0) person.push(label);
  for (const [label, count] of Object.entries({ verb, versioned, code })) if (count > 0) project.push(label);
  return {
    P: dialogue * 3 + action * 2 + pronoun * 2 + direct * 4,
    Q: verb * 2 + versioned * 3 + code * 3,
    categories: person.slice(0, 3).length,
  };
}

/** `[{name, type, confidence, score, count}]`, as the original classifies them. */
export function detectLikeOriginal(text) {
  return [...candidatesOf(text)].map(([name, count]) => {
    const { P, Q, categories } = score(name, text);
    const told = { name, count, score: Math.max(P, Q) };
    const rounded = (value) => Math.round(value * 100) / 100;
    if (P + Q === 0) return { ...told, type: 'uncertain', confidence: rounded(Math.min(0.4, count / 50)) };
    const ratio = P / (P + Q);
    if (ratio >= 0.7 && categories >= 2 && P >= 5)
      return { ...told, type: 'person', confidence: rounded(Math.min(0.99, 0.5 + ratio / 2)) };
    if (ratio >= 0.7) return { ...told, type: 'uncertain', confidence: 0.4 };
    if (ratio <= 0.3) return { ...told, type: 'project', confidence: rounded(Math.min(0.99, 0.5 + (1 - ratio) / 2)) };
    return { ...told, type: 'uncertain', confidence: 0.5 };
  });
}

const CONVERSATION = {
  technical: 'code python function bug error api database server deploy git test debug refactor',
  architecture: 'architecture design pattern structure schema interface module component service layer',
  planning: 'plan roadmap milestone deadline priority sprint backlog scope requirement spec',
  decisions: 'decided chose picked switched migrated replaced trade-off alternative option approach',
  problems: 'problem issue broken failed crash stuck workaround fix solved resolved',
};

/** The room of a file among given rooms (12.4): their names, counted as parts of the text. */
export function routeLikeOriginal(text, rooms) {
  const lower = text.slice(0, 2000).toLowerCase();
  let best = { room: 'general', count: 0 };
  for (const room of rooms) {
    const count = lower.split(room.toLowerCase()).length - 1;
    if (count > best.count) best = { room, count };
  }
  return best.room;
}

/** The room of a conversation (12.5): one point for each keyword of the table that is part of the text. */
export function conversationRoomLikeOriginal(text) {
  const lower = text.slice(0, 3000).toLowerCase();
  let best = { room: 'general', count: 0 };
  for (const [room, words] of Object.entries(CONVERSATION)) {
    const count = words.split(' ').filter((word) => lower.includes(word)).length;
    if (count > best.count) best = { room, count };
  }
  return best.room;
}
