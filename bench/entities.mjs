// People, projects and rooms in labelled texts, beside the original's regular expressions: `node bench/entities.mjs`.
import { measureNames, measureRooms } from './entities/measure.mjs';
import { chineseNames, chineseRooms, englishNames, englishRooms, modelEvalFolder } from './entities/sets.mjs';
import { loadProgram } from './retrieval/program.mjs';

const load = loadProgram({ build: !process.argv.includes('--no-build') });
const [{ detectEntities }, { routeFile }] = await Promise.all([load('text/entities/detect'), load('sources/rooms')]);
const route = (text, rooms) =>
  routeFile(
    'note.md',
    text,
    rooms.map((name) => ({ name })),
  );
const folder = modelEvalFolder();
if (folder === undefined)
  console.error('model_eval is not here: English is left out ($PALACE_MODEL_EVAL names its folder)');
const names = { ...(folder !== undefined && { en: englishNames(folder) }), zh: chineseNames() };
const rooms = { ...(folder !== undefined && { en: englishRooms(folder) }), zh: chineseRooms() };
const show = ({ precision, recall }) => `${precision.toFixed(3)} ${recall.toFixed(3)}`;

console.log('names: precision and recall, each text by itself and all texts together');
console.log('set      kind          wanted  palace       original     palace all   original all');
for (const [code, set] of Object.entries(names))
  for (const part of ['tune', 'held'])
    for (const [kind, one] of Object.entries(measureNames(detectEntities, set[part])))
      if (one.wanted > 0)
        console.log(
          `${code} ${part.padEnd(5)} ${kind.padEnd(13)} ${String(one.wanted).padStart(6)}  ${show(one.palace)}  ${show(one.original)}  ${show(one.palaceTogether)}  ${show(one.originalTogether)}`,
        );
console.log('\nrooms: precision and recall of rooms other than general');
for (const [code, set] of Object.entries(rooms))
  for (const part of ['tune', 'held']) console.log(`${code} ${part}`, JSON.stringify(measureRooms(route, set[part])));
