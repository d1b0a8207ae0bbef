import { type Appointment, type Dice, type Held, type Person, TODAY, type Tongue, type World } from './world.js';

export type Kind =
  | 'attribution_conflict'
  | 'wrong_tenure'
  | 'wrong_age'
  | 'stale_fact'
  | 'stale_date'
  | 'value_conflict'
  | 'relation_mismatch'
  | 'similar_name'
  | 'status_conflict'
  | 'still_holds';

/** A way to say something. `kinds`: what is wrong when it is false; none: it is never false. */
export interface Template {
  id: string;
  tongue: Tongue;
  /** Not looked at while the rules were made. */
  held: boolean;
  kinds: readonly Kind[];
  say(world: World, dice: Dice, isTrue: boolean): string;
}

export const TEMPLATES: Template[] = [];

type Say = Template['say'];

function template(id: string, kinds: readonly Kind[], say: Say): void {
  const [tongue, held] = [id.startsWith('zh') ? 'zh' : 'en', id.endsWith('*')] as const;
  TEMPLATES.push({ id, tongue, held, kinds, say });
}

function families<T>(choose: (world: World, dice: Dice, tongue: Tongue, isTrue: boolean) => T) {
  return (id: string, kinds: readonly Kind[], text: (value: T) => string): void => {
    const tongue = id.startsWith('zh') ? 'zh' : 'en';
    template(id, kinds, (world, dice, isTrue) => text(choose(world, dice, tongue, isTrue)));
  };
}

function someone(world: World, dice: Dice, tongue: Tongue, ...not: string[]): Person {
  return dice.pick(world.people, (person) => person.tongue === tongue && !not.includes(person.name));
}

// Who has done it, who has it.
const task = families((world, dice, tongue, isTrue) => {
  const { name, owner } = dice.pick(world.tasks, (each) => each.tongue === tongue);
  return { who: isTrue ? owner : someone(world, dice, tongue, owner).name, what: name };
});
const lead = families((world, dice, tongue, isTrue) => {
  const { name, lead: owner } = dice.pick(world.projects, (each) => each.tongue === tongue);
  return { who: isTrue ? owner : someone(world, dice, tongue, owner).name, what: name };
});
const choice = families((world, dice, tongue, isTrue) => {
  const { tool, by } = dice.pick(world.choices, (each) => each.tongue === tongue);
  return { who: isTrue ? by : someone(world, dice, tongue, by).name, what: tool };
});
const WHO: readonly Kind[] = ['attribution_conflict'];
task('en-finished', WHO, ({ who, what }) => `${who} finished the ${what}.`);
task('en-responsible', WHO, ({ who, what }) => `${who} is responsible for ${what}.`);
task('en-assigned', WHO, ({ who, what }) => `The ${what} was assigned to ${who}.`);
task('en-completed', WHO, ({ who, what }) => `Good news: ${who} completed ${what} yesterday, two days early.`);
task('en-done-by*', WHO, ({ who, what }) => `The ${what} was done by ${who}.`);
task('en-owns*', WHO, ({ who, what }) => `As far as I know ${who} owns ${what}.`);
lead('en-leads', WHO, ({ who, what }) => `${who} leads ${what}.`);
lead('en-led-by*', WHO, ({ who, what }) => `${what} is led by ${who}.`);
choice('en-chose', WHO, ({ who, what }) => `${who} chose ${what}, and nobody objected.`);
choice('en-decided', WHO, ({ who, what }) => `In the end ${who} decided to use ${what}.`);
choice('en-who-picked*', WHO, ({ who, what }) => `It was ${who} who picked ${what}.`);
task('zh-finished', WHO, ({ who, what }) => `${who}完成了${what}。`);
task('zh-by', WHO, ({ who, what }) => `${what}由${who}负责。`);
task('zh-responsible*', WHO, ({ who, what }) => `${who}负责${what}，这周上线。`);
lead('zh-head', WHO, ({ who, what }) => `${what}的负责人是${who}。`);
task('zh-did*', WHO, ({ who, what }) => `${what}是${who}做完的。`);
choice('zh-chose', WHO, ({ who, what }) => `${who}决定采用${what}。`);
choice('zh-picked*', WHO, ({ who, what }) => `最后是${who}选了 ${what}。`);

// For how long.
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];
const DIGITS = ['零', '一', '两', '三', '四', '五', '六', '七', '八', '九', '十', '十一'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function yearsSince(date: string): number {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return 2026 - year + (6 - month) / 12;
}
const tenure = (of: 'org' | 'project') =>
  families((world, dice, tongue, isTrue) => {
    const person = someone(world, dice, tongue);
    const { now, since } = person[of];
    const right = Math.floor(yearsSince(since));
    const years = isTrue ? right : right + (right > 3 && dice.below(2) === 0 ? -2 : 2 + dice.below(2));
    const year = Number(since.slice(0, 4)) + (isTrue ? 0 : right > 3 ? 2 : -2);
    const months = Math.round(yearsSince(since) * 12) + 12 * (years - right);
    return { who: person.name, where: now, years, months, year, month: MONTHS[Number(since.slice(5)) - 1] ?? '' };
  });
const LONG: readonly Kind[] = ['wrong_tenure'];
const atOrg = tenure('org');
const onProject = tenure('project');
atOrg('en-been-at', LONG, ({ who, where, years }) => `${who} has been at ${where} for ${years} years.`);
atOrg(
  'en-worked-at',
  LONG,
  ({ who, where, years }) => `${who} has worked at ${where} for ${NUMBERS[years]} years now.`,
);
atOrg('en-joined-ago*', LONG, ({ who, where, years }) => `${who} joined ${where} ${years} years ago.`);
onProject('en-been-on', LONG, ({ who, where, months }) => `${who} has been on ${where} for ${months} months.`);
onProject('en-since', LONG, ({ who, where, month, year }) => `${who} has worked on ${where} since ${month} ${year}.`);
atOrg('en-after*', LONG, ({ who, where, years }) => `After ${years} years at ${where}, ${who} still likes the work.`);
atOrg('zh-worked', LONG, ({ who, where, years }) => `${who}在${where}工作了${years}年。`);
atOrg('zh-joined', LONG, ({ who, where, years }) => `${who}加入${where}已经${DIGITS[years]}年了。`);
atOrg('zh-since', LONG, ({ who, where, year }) => `${who}从${year}年开始在${where}工作。`);
atOrg('zh-entered*', LONG, ({ who, where, years }) => `${who}入职${where}${years}年了，很少请假。`);

// How old.
const age = families((world, dice, tongue, isTrue) => {
  const person = someone(world, dice, tongue);
  const [year = 0, month = 0] = person.birthday.split('-').map(Number);
  const right = 2026 - year - (month >= 6 ? 1 : 0);
  const off = 2 + dice.below(6);
  return { who: person.name, age: isTrue ? right : right + off, year: isTrue ? year : year - off };
});
const OLD: readonly Kind[] = ['wrong_age'];
age('en-old', OLD, ({ who, age }) => `${who} is ${age} years old.`);
age('en-born', OLD, ({ who, year }) => `${who} was born in ${year}.`);
age('en-turned*', OLD, ({ who, age }) => `${who} turned ${age} this year or last.`);
age('zh-old', OLD, ({ who, age }) => `${who}今年${age}岁。`);
age('zh-born', OLD, ({ who, year }) => `${who}出生于${year}年。`);
age('zh-already*', OLD, ({ who, age }) => `${who}已经${age}岁了，还每天跑步。`);

// What was true before.
const before = (of: 'org' | 'project' | 'city' | 'tool') =>
  families((world, dice, tongue, isTrue) => {
    const person = someone(world, dice, tongue);
    const held: Held = person[of];
    return { who: person.name, what: isTrue ? held.now : held.before };
  });
const STALE: readonly Kind[] = ['stale_fact'];
const [org, project, city, tool] = [before('org'), before('project'), before('city'), before('tool')];
org('en-works-at', STALE, ({ who, what }) => `${who} works at ${what}.`);
project('en-working-on', STALE, ({ who, what }) => `${who} is working on ${what} at the moment.`);
city('en-lives', STALE, ({ who, what }) => `${who} lives in ${what} with two cats.`);
tool('en-uses', STALE, ({ who, what }) => `${who} uses ${what} every day.`);
city('en-based*', STALE, ({ who, what }) => `These days ${who} is based in ${what}.`);
org('en-still*', STALE, ({ who, what }) => `${who} is still with ${what}.`);
org('zh-at', STALE, ({ who, what }) => `${who}在${what}上班。`);
city('zh-lives', STALE, ({ who, what }) => `${who}住在${what}。`);
tool('zh-uses', STALE, ({ who, what }) => `${who}平时用 ${what}。`);
project('zh-doing*', STALE, ({ who, what }) => `${who}目前在做${what}。`);
city('zh-settled*', STALE, ({ who, what }) => `${who}定居在${what}，很少出门。`);

// Another value of what has one.
const other = (of: 'org' | 'city') =>
  families((world, dice, tongue, isTrue) => {
    const person = someone(world, dice, tongue);
    const values = world.people
      .filter((each) => each.tongue === tongue)
      .flatMap((each) => [each[of].now, each[of].before]);
    const held: Held = person[of];
    const what = isTrue ? held.now : dice.pick(values, (value) => value !== held.now && value !== held.before);
    return { who: person.name, what };
  });
const boss = families((world, dice, tongue, isTrue) => {
  const person = someone(world, dice, tongue);
  const { manager, spouse, sibling, name } = person;
  // Nobody who reports to them, or that would be turned around.
  const below = world.people.filter((each) => each.manager === name).map((each) => each.name);
  const what = isTrue ? manager : someone(world, dice, tongue, name, manager, spouse, sibling, ...below).name;
  return { who: name, what };
});
const VALUE: readonly Kind[] = ['value_conflict'];
const [otherOrg, otherCity] = [other('org'), other('city')];
otherOrg('en-other-org', VALUE, ({ who, what }) => `${who} works for ${what}.`);
otherCity('en-other-city', VALUE, ({ who, what }) => `My colleague ${who} lives in ${what}.`);
boss('en-reports', VALUE, ({ who, what }) => `${who} reports to ${what}.`);
boss('en-manager-is', VALUE, ({ who, what }) => `${who}'s manager is ${what}.`);
otherOrg('en-employed*', VALUE, ({ who, what }) => `${who} is employed by ${what}.`);
boss('en-boss*', VALUE, ({ who, what }) => `${what} is ${who}'s boss.`);
otherOrg('zh-other-org', VALUE, ({ who, what }) => `${who}就职于${what}。`);
boss('zh-reports', VALUE, ({ who, what }) => `${who}向${what}汇报。`);
boss('zh-boss', VALUE, ({ who, what }) => `${who}的上司是${what}。`);
otherCity('zh-other-city*', VALUE, ({ who, what }) => `${who}现在住在${what}，房子不大。`);

// How two people are related.
const kin = families((world, dice, tongue, isTrue) => {
  const person = someone(world, dice, tongue);
  const right = dice.below(2) === 0 ? 'spouse' : 'sibling';
  return { who: person[right], whose: person.name, role: isTrue ? right : right === 'spouse' ? 'sibling' : 'spouse' };
});
const turned = families((world, dice, tongue, isTrue) => {
  const { name, manager } = someone(world, dice, tongue);
  return isTrue ? { who: name, what: manager } : { who: manager, what: name };
});
const ROLE: readonly Kind[] = ['relation_mismatch'];
kin('en-kin', ROLE, ({ who, whose, role }) => `${who} is ${whose}'s ${role === 'spouse' ? 'wife' : 'brother'}.`);
kin(
  'en-kin-turned',
  ROLE,
  ({ who, whose, role }) => `${whose}'s ${role === 'spouse' ? 'husband' : 'sister'} is ${who}.`,
);
turned('en-turned-around', ['relation_mismatch', 'value_conflict'], ({ who, what }) => `${who} reports to ${what}.`);
kin('en-married*', ROLE, ({ who, whose, role }) =>
  role === 'spouse' ? `${who} is married to ${whose}.` : `${who} and ${whose} are siblings.`,
);
kin('zh-kin', ROLE, ({ who, whose, role }) => `${who}是${whose}的${role === 'spouse' ? '妻子' : '弟弟'}。`);
kin('zh-couple*', ROLE, ({ who, whose, role }) => `${who}和${whose}是${role === 'spouse' ? '夫妻' : '兄妹'}。`);

// When it is.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const dated = (relation: Appointment['relation']) =>
  families((world, dice, tongue, isTrue) => {
    const event = dice.pick(world.appointments, (each) => each.tongue === tongue && each.relation === relation);
    const date = isTrue ? event.date : event.before;
    const [, month = 1, day = 1] = date.split('-').map(Number);
    return { what: event.name, date, english: `${MONTHS[month - 1]} ${day}`, chinese: `${month}月${day}日` };
  });
const WHEN: readonly Kind[] = ['stale_date'];
dated('ends_on')('en-ends', WHEN, ({ what, english }) => `The ${what} ends on ${english}.`);
dated('due')('en-due', WHEN, ({ what, date }) => `The ${what} is due on ${date}.`);
dated('due')('en-deadline*', WHEN, ({ what, english }) => `The deadline for the ${what} is ${english}.`);
dated('starts_on')('en-starts*', WHEN, ({ what, english }) => `Remember that the ${what} starts ${english}.`);
dated('ends_on')('zh-ends', WHEN, ({ what, chinese }) => `${what}${chinese}结束。`);
dated('due')('zh-due', WHEN, ({ what, chinese }) => `${what}的截止日期是${chinese}。`);
dated('starts_on')('zh-starts*', WHEN, ({ what, chinese }) => `${what}定在${chinese}开始。`);
template('en-weekday', WHEN, (world, dice, isTrue) => {
  // The coming seven days have one of each weekday; what is later has none that is right.
  const event = dice.pick(world.appointments, ({ tongue, relation }) => tongue === 'en' && relation === 'ends_on');
  const weekday = new Date(`${event.date}T00:00:00Z`).getUTCDay();
  const isNear = Date.parse(event.date) - Date.parse(TODAY) < 7 * 86_400_000;
  if (isTrue && !isNear) return `The ${event.name} ends on ${event.date}.`;
  return `The ${event.name} ends ${WEEKDAYS[isTrue ? weekday : (weekday + 2) % 7]}.`;
});

// A slip in a name.
const slip = families((world, dice, tongue, isTrue) => {
  const person = someone(world, dice, tongue);
  return { ...person, who: isTrue ? person.name : person.typo };
});
const NAME: readonly Kind[] = ['similar_name'];
slip('en-slip-at', NAME, ({ who, org }) => `${who} works at ${org.now}.`);
slip('en-slip-on', NAME, ({ who, project }) => `${who} is working on ${project.now}.`);
slip('en-slip-lives*', NAME, ({ who, city }) => `${who} lives in ${city.now}, near the harbour.`);
slip('zh-slip-at', NAME, ({ who, org }) => `${who}在${org.now}工作。`);
slip('zh-slip-lives*', NAME, ({ who, city }) => `${who}住在${city.now}。`);

// Done or not.
const state = families((world, dice, tongue, isTrue) => {
  const { name, status } = dice.pick(world.tasks, (each) => each.tongue === tongue);
  return { what: name, isDone: isTrue === (status === 'done') };
});
const STATUS: readonly Kind[] = ['status_conflict'];
state('en-done', STATUS, ({ what, isDone }) => `The ${what} is ${isDone ? 'done' : 'in progress'}.`);
state('en-open*', STATUS, ({ what, isDone }) => `${what} is ${isDone ? 'finished' : 'still open'}.`);
state('zh-done', STATUS, ({ what, isDone }) => (isDone ? `${what}已经完成。` : `${what}还没有完成。`));
state('zh-over*', STATUS, ({ what, isDone }) => (isDone ? `${what}做完了。` : `${what}还在进行中。`));

// Said to be over, and is not.
const over = (of: 'org' | 'project' | 'city') =>
  families((world, dice, tongue, isTrue) => {
    const person = someone(world, dice, tongue);
    const held: Held = person[of];
    return { who: person.name, what: isTrue ? held.before : held.now };
  });
const OVER: readonly Kind[] = ['still_holds'];
over('org')('en-left', OVER, ({ who, what }) => `${who} left ${what}.`);
over('org')('en-no-longer', OVER, ({ who, what }) => `${who} no longer works at ${what}.`);
over('project')('en-has-left*', OVER, ({ who, what }) => `${who} has left ${what} for good.`);
over('org')('zh-left', OVER, ({ who, what }) => `${who}离开了${what}。`);
over('org')('zh-not-any-more*', OVER, ({ who, what }) => `${who}已经不在${what}工作了。`);

// Nothing is wrong with these, however they look.
const plain = families((world, dice, tongue) => {
  const person = someone(world, dice, tongue);
  const helper = someone(world, dice, tongue, person.name);
  const orgs = world.people.filter((each) => each.tongue === tongue).map((each) => each.org.now);
  const foreign = dice.pick(orgs, (each) => each !== person.org.now);
  const job = dice.pick(world.tasks, (each) => each.tongue === tongue);
  return { ...person, helper: helper.name, foreign, job };
});
plain('en-asks', [], ({ name, foreign }) => `Does ${name} work at ${foreign}?`);
plain('en-if', [], ({ name, foreign }) => `If ${name} works at ${foreign}, we have to ask again.`);
plain('en-helped', [], ({ helper, job }) => `${helper} helped ${job.owner} with the ${job.name}.`);
plain('en-reviewed', [], ({ helper, job }) => `${helper} reviewed ${job.name} and left four comments.`);
plain('en-used-to', [], ({ name, org }) => `${name} used to work at ${org.before}.`);
plain('en-until', [], ({ name, project }) => `${name} worked on ${project.before} until ${project.until}.`);
plain('en-not-at', [], ({ name, foreign }) => `${name} does not work at ${foreign}.`);
plain('en-visits', [], ({ name, foreign }) => `${name} visited ${foreign} for a talk about testing.`);
plain('en-stranger', [], ({ org }) => `Wilhelmina works at ${org.now} and plays the oboe.`);
plain('en-weather', [], () => 'The rain stopped at four, so we had the retrospective outside.');
plain('en-thought*', [], ({ name, foreign }) => `I thought ${name} worked at ${foreign}, but that was wrong.`);
plain('en-might*', [], ({ name, foreign }) => `${name} might work at ${foreign} next year.`);
plain('en-discussed*', [], ({ helper, job }) => `${helper} and ${job.owner} discussed ${job.name} over lunch.`);
plain('zh-helped', [], ({ helper, job }) => `${helper}帮${job.owner}看了${job.name}。`);
plain('zh-formerly', [], ({ name, org }) => `${name}以前在${org.before}工作。`);
plain('zh-not-at', [], ({ name, foreign }) => `${name}不在${foreign}工作。`);
plain('zh-asks', [], ({ name, city }) => `${name}是不是住在${city.before}？`);
plain('zh-weather', [], () => '雨停了以后，大家在院子里开了回顾会。');
plain('zh-if*', [], ({ name, foreign }) => `如果${name}在${foreign}上班，就要重新问一次。`);
plain('zh-visit*', [], ({ name, foreign }) => `${name}昨天去${foreign}做了一次分享。`);
