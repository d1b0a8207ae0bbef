import type { ModelFetch } from '../../services/model/fetch.js';
import type { ModelEntry, ModelList } from '../../services/model/list.js';
import type { ModelUse } from '../../services/model/use.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { oneLine } from './width.js';
import { bytes } from './words.js';

export function renderModels({ in_use, models }: ModelList, out: Output): void {
  const columns = [{}, { title: 'model' }, { title: 'dimensions', align: 'right' as const }];
  const rows = models.map((entry) => [
    entry.in_use ? '*' : '',
    oneLine(entry.model),
    entry.dimensions === null ? '-' : String(entry.dimensions),
    bytes(entry.bytes),
    entry.id ?? '-',
    stateText(entry, out),
  ]);
  const rest = [{ title: 'size', align: 'right' as const }, { title: 'id' }, { title: 'state' }];
  for (const line of table([...columns, ...rest], rows, out.width)) out.line(line);
  if (in_use === 'none') out.note('no model is in use: searches go by words only (palace model use bundled)');
  for (const { problem } of models) if (problem !== null) out.note(oneLine(problem));
}

function stateText({ state }: ModelEntry, { paint }: Output): string {
  return state === 'ok' ? 'ok' : paint.yellow(state);
}

export function renderModelUse({ model, id, dimensions, before, changed, file, setting }: ModelUse, out: Output): void {
  if (id === null) out.line('no model is in use now: searches go by words only');
  else out.line(`${oneLine(model)} is in use now: ${dimensions} dimensions, ${id}`);
  out.note(changed ? `written to ${file}` : `${file} said so already`);
  if (setting?.origin === 'environment') out.note(`$${setting.from} wins over the file: it says ${setting.value}`);
  if (id !== null && before !== model) out.note('palace index refresh embeds what is not yet embedded with this model');
}

export function renderModelFetch(
  { name, folder, id, dimensions, fetched, in_use, ...of }: ModelFetch,
  out: Output,
): void {
  out.line(
    `${name} ${fetched ? 'is here now' : 'was here already'}: ${bytes(of.bytes)}, ${dimensions} dimensions, ${id}`,
  );
  out.note(`it lies in ${folder}`);
  if (!in_use) out.note(`palace model use ${name} makes it the one that searches go by`);
}
