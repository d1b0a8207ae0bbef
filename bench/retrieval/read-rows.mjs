import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Every JSON value of a file (one value, or one a line), or of the .json and .jsonl files of a folder; .gz too. */
export function* jsonValues(path) {
  if (statSync(path).isDirectory()) {
    const names = readdirSync(path, { recursive: true }).filter((name) => /\.jsonl?(\.gz)?$/.test(name));
    for (const name of names.sort()) yield* jsonValues(join(path, name));
    return;
  }
  const bytes = readFileSync(path);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  if (/\.jsonl(\.gz)?$/.test(path)) {
    for (const line of text.split('\n')) if (line.trim() !== '') yield JSON.parse(line);
  } else yield JSON.parse(text);
}

/** A name for a file: letters, digits and `._-` only. */
export function fileName(text) {
  return String(text).replace(/[^A-Za-z0-9._-]+/g, '_');
}

/** A conversation as somebody would paste it into a note. */
export function transcript({ id, date, turns }) {
  const head = [`# Session ${id}`, ...(date === undefined || date === '' ? [] : [`Date: ${date}`])];
  return `${[head.join('\n'), ...turns.map(({ speaker, text }) => `**${speaker}:** ${text}`)].join('\n\n')}\n`;
}
