import { createHash } from 'node:crypto';
import { isObject, type JsonObject, textOf } from '../json.js';
import type { Tally } from '../tally.js';

/** The cells of a notebook as markdown, in their order: text as it stands, code and outputs in fences. */
export function renderCells(cells: readonly unknown[], language: string, tally: Tally): string {
  return cells.flatMap((cell) => cellText(cell, language, tally)).join('\n\n');
}

function cellText(cell: unknown, language: string, tally: Tally): string[] {
  if (!isObject(cell)) {
    tally.add('damaged records', Buffer.byteLength(JSON.stringify(cell) ?? ''));
    return [];
  }
  const source = joined(cell.source ?? cell.input);
  for (const name of Object.keys(isObject(cell.attachments) ? cell.attachments : {}))
    tally.add(
      'data of pictures and other outputs',
      Buffer.byteLength(JSON.stringify((cell.attachments as JsonObject)[name])),
    );
  if (cell.cell_type === 'markdown' || cell.cell_type === 'heading') return source === '' ? [] : [source];
  if (cell.cell_type !== 'code') return source === '' ? [] : [fenced(source, textOf(cell.cell_type) ?? '')];
  const outputs = Array.isArray(cell.outputs) ? cell.outputs.filter(isObject) : [];
  const parts = source === '' ? [] : [fenced(source, language)];
  return [...parts, ...outputs.flatMap((output) => outputText(output, tally))];
}

function outputText(output: JsonObject, tally: Tally): string[] {
  if (output.output_type === 'stream') {
    const text = plain(joined(output.text), tally);
    return text === '' ? [] : [`Output (${textOf(output.name) ?? 'stream'}):\n\n${fenced(text, '')}`];
  }
  if (output.output_type === 'error' || output.output_type === 'pyerr') {
    const trace = Array.isArray(output.traceback) ? output.traceback.map(String).join('\n') : '';
    const text = plain(trace || `${String(output.ename ?? '')}: ${String(output.evalue ?? '')}`, tally);
    return [`Error (${String(output.ename ?? 'unknown')}):\n\n${fenced(text, '')}`];
  }
  const data = isObject(output.data) ? output.data : {};
  const kinds = Object.keys(data).sort();
  const words = ['text/plain', 'text/markdown', 'text/latex', 'application/json', 'text/html'].find((kind) =>
    kinds.includes(kind),
  );
  return kinds.flatMap((kind): string[] => {
    const value = data[kind];
    const text = Array.isArray(value) || typeof value === 'string' ? joined(value) : JSON.stringify(value);
    if (kind === words) return text === '' ? [] : [`Output (${kind}):\n\n${fenced(plain(text, tally), '')}`];
    const isText = kind.startsWith('text/') || kind.includes('json') || kind.includes('javascript');
    tally.add(
      isText ? 'copies of outputs in other forms' : 'data of pictures and other outputs',
      Buffer.byteLength(text),
    );
    if (isText) return [];
    const bytes = kind === 'image/svg+xml' ? Buffer.from(text) : Buffer.from(text, 'base64');
    return [`Output (${kind}, ${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')})`];
  });
}

/** Text is a string or a list of its pieces. */
function joined(value: unknown): string {
  if (Array.isArray(value)) return value.filter((piece) => typeof piece === 'string').join('');
  return typeof value === 'string' ? value : '';
}

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

function plain(text: string, tally: Tally): string {
  const without = text.replace(COLOUR, '');
  if (without.length < text.length) tally.add('colours of terminals', text.length - without.length);
  return without;
}

/** In a fence longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((fence) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
