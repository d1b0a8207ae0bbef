/** The original's tables for plain text, looked for as pieces of the lower-cased text, in this order. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `the a an is are was were be been being have has had do does did will would could should may might shall can to of in for on with at by
from as into about between through during before after above below up down out off over under again further then once here there when
where why how all each every both few more most other some such no nor not only own same so than too very just don now and but or if
while that this these those it its i we you he she they me him her us them my your his our their what which who whom also much many
like because since get got use used using make made thing things way well really want need`.split(/\s+/),
);

export const EMOTION_SIGNALS: readonly (readonly [word: string, code: string])[] = [
  ['decided', 'determ'],
  ['prefer', 'convict'],
  ['worried', 'anx'],
  ['excited', 'excite'],
  ['frustrated', 'frust'],
  ['confused', 'confuse'],
  ['love', 'love'],
  ['hate', 'rage'],
  ['hope', 'hope'],
  ['fear', 'fear'],
  ['trust', 'trust'],
  ['happy', 'joy'],
  ['sad', 'grief'],
  ['surprised', 'surprise'],
  ['grateful', 'grat'],
  ['curious', 'curious'],
  ['wonder', 'wonder'],
  ['anxious', 'anx'],
  ['relieved', 'relief'],
  ['satisf', 'satis'],
  ['disappoint', 'grief'],
  ['concern', 'anx'],
];

export const FLAG_SIGNALS: readonly (readonly [word: string, flag: string])[] = [
  ['DECISION', 'decided,chose,switched,migrated,replaced,instead of,because'],
  ['ORIGIN', 'founded,created,started,born,launched,first time'],
  ['CORE', 'core,fundamental,essential,principle,belief,always,never forget'],
  ['PIVOT', 'turning point,changed everything,realized,breakthrough,epiphany'],
  ['TECHNICAL', 'api,database,architecture,deploy,infrastructure,algorithm,framework,server,config'],
].flatMap(([flag = '', words = '']) => words.split(',').map((word): [string, string] => [word, flag]));

export const QUOTE_WORDS: readonly string[] =
  'decided,because,instead,prefer,switched,chose,realized,important,key,critical,discovered,learned,conclusion,solution,reason,why,breakthrough,insight'.split(
    ',',
  );
