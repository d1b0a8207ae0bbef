import type { Decoded } from '../../aaak/decode.js';
import type { CompressionStats } from '../../aaak/tokens.js';
import type { CompressResult } from '../../services/aaak/compress.js';
import type { EncodeResult } from '../../services/aaak/encode.js';
import type { LintResult, SizeResult } from '../../services/aaak/read.js';
import type { Output } from './output.js';
import { counted, grouped } from './words.js';

/** Left-out sentences that are named on a terminal. */
const MOST_NAMED = 20;

export function renderEncode({ text, stats, claims, modes }: EncodeResult, out: Output): void {
  out.raw(text.endsWith('\n') ? text : `${text}\n`);
  out.note(sizes(stats));
  if (claims === null) {
    if (!modes.includes('layer1'))
      out.note('an index entry, not a copy: most words are not in it; --claims keeps every claim');
    return;
  }
  const { left_out: left } = claims;
  out.note(
    `${counted(claims.claims, 'claim')} of ${counted(claims.sentences, 'sentence')}; ${grouped(left.length)} left out`,
  );
  for (const { line, text: sentence } of left.slice(0, MOST_NAMED)) out.note(`left out, line ${line}: ${sentence}`);
  if (left.length > MOST_NAMED) out.note(`${grouped(left.length - MOST_NAMED)} more left out: --json names all`);
}

export function renderCompress(result: CompressResult, out: Output): void {
  const { drawers, total } = result;
  drawers.forEach(({ text }, at) => {
    if (at > 0) out.line('---');
    out.line(text);
  });
  if (drawers.length === 0) out.note('no drawers');
  else out.note(`${counted(drawers.length, 'drawer')}: ${sizes(result)}`);
  const left = drawers.reduce((sum, drawer) => sum + drawer.left_out.length, 0);
  if (left > 0) out.note(`${counted(left, 'sentence')} left out: --json names them`);
  if (drawers.length < total) out.note(`${grouped(total - drawers.length)} more drawers: --limit 0 takes all`);
}

export function renderDecoded({ files, unknown_codes: unknown }: Decoded, out: Output): void {
  files.forEach((file, at) => {
    if (at > 0) out.line();
    if (file.title !== null)
      out.line(out.paint.bold([file.number, file.title, file.date, file.people.join(', ')].filter(Boolean).join('  ')));
    if (file.place !== null) out.line(out.paint.bold(Object.values(file.place).join('  ')));
    if (file.arc.length > 0) out.line(`mood: ${file.arc.join(' -> ')}`);
    for (const { id, people, topics, quote, weight, emotions, flags, importance } of file.entries)
      out.line(
        [
          `${id}: ${people.join(', ') || 'nobody named'}`,
          topics.length === 0 ? '' : `about ${topics.join(', ')}`,
          quote === null ? '' : `"${quote}"`,
          weight === null ? '' : `weight ${weight}`,
          emotions.join(', '),
          flags.join(', '),
          importance === null ? '' : `importance ${importance}`,
        ]
          .filter(Boolean)
          .join('; '),
      );
    for (const { number, text } of file.claims) out.line(`${number}. ${text}`);
    for (const { from, to, label } of file.tunnels) out.line(`${from} - ${to}: ${label}`);
    for (const { label, fields } of file.groups) out.line(`${label}: ${fields.join('; ')}`);
    for (const line of file.other) out.line(line);
  });
  if (unknown.length > 0) out.note(`nobody is called ${unknown.join(', ')} here`);
  out.note('what the encoder left out is not in it: palace search finds the words');
}

export function renderLint({ findings, errors, warnings }: LintResult, out: Output): void {
  for (const { line, severity, rule, message } of findings) out.line(`${line}: ${severity} ${rule}: ${message}`);
  out.note(
    findings.length === 0
      ? 'nothing to find fault with'
      : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
  );
}

export function renderSize({ tokens, chars, bytes, lines, counted: how }: SizeResult, out: Output): void {
  out.line(
    `${counted(tokens, 'token')} (${how}), ${counted(chars, 'character')}, ${counted(bytes, 'byte')}, ${counted(lines, 'line')}`,
  );
}

export function renderSpecification({ aaak_spec: text }: { aaak_spec: string }, out: Output): void {
  out.raw(text);
}

function sizes({ original_tokens: before, compressed_tokens: after, ratio, counted: how }: CompressionStats): string {
  return `${grouped(before)} t -> ${grouped(after)} t (${ratio}x; ${how === 'estimate' ? 'estimated' : how})`;
}
