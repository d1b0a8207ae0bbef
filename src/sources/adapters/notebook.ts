import { extensionOf } from '../file-lists.js';
import { isObject, textOf } from '../json.js';
import { readJsonList } from '../json-list.js';
import { renderCells } from '../notebook/render.js';
import { Tally } from '../tally.js';
import type { SourceAdapter } from '../types.js';
import { firstHeading, readTextFile } from './text-file.js';

/** Jupyter notebooks: cells in order as markdown, outputs named. */
export const notebook: SourceAdapter = {
  name: 'notebook',
  version: 1,
  kind: 'file',
  privacy: 'project',
  transforms: [
    'cells become markdown: text as it stands, code and outputs in fences, a newline after the last line of each',
    'pictures are named with type, size and hash',
  ],
  drops: [
    'data of pictures and other outputs',
    'copies of outputs in other forms',
    'colours of terminals',
    'numbers of runs, ids and metadata of cells',
    'damaged records',
    'invalid bytes (shown as U+FFFD)',
    'empty files',
  ],
  detect: (candidate) => (extensionOf(candidate.relative) === 'ipynb' ? 0.9 : 0),
  async *read(candidate, root, options) {
    const tally = new Tally();
    const { elements, around } = await readJsonList(candidate, {
      maxBytes: options.maxBytes,
      property: 'cells',
      tally,
    });
    const metadata = isObject(around.metadata) ? around.metadata : {};
    const info = isObject(metadata.language_info) ? metadata.language_info : {};
    const kernel = isObject(metadata.kernelspec) ? metadata.kernelspec : {};
    const language = textOf(info.name) ?? textOf(kernel.language) ?? '';
    const text = renderCells(elements, language.toLowerCase(), tally);
    for await (const unit of readTextFile('file', candidate, root, options)) {
      if (text === '') {
        // No cell could be read: the file as it stands is better than nothing.
        yield {
          ...unit,
          notes: [`${candidate.relative}: no cells of a notebook were found in it; filed as plain text`],
        };
        return;
      }
      const { encoding: _same, ...rest } = unit;
      yield {
        ...rest,
        title: firstHeading(text) ?? unit.title,
        body: Buffer.from(`${text}\n`),
        notKept: tally.list(),
        ...(language !== '' && { facts: { language } }),
      };
    }
  },
};
