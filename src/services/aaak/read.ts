import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Decoded, decodeAaak } from '../../aaak/decode.js';
import { type LintFinding, lintAaak } from '../../aaak/lint.js';
import { loadTokenCounter, TOKEN_ENCODING } from '../../aaak/tokens.js';
import { packageRoot } from '../../base/package-root.js';
import type { Runtime } from '../../base/runtime.js';
import type { Palace } from '../../palace/types.js';
import { readCodes } from './codes.js';
import { readText, type TextInput } from './input.js';

/** What AAAK says, with the palace's names for its codes. The words that were left out stay lost. @throws those of reading. */
export async function decodeText(palace: Palace | undefined, input: TextInput, runtime: Runtime): Promise<Decoded> {
  const [codes, { text }] = await Promise.all([readCodes(palace), readText(input, runtime)]);
  return decodeAaak(text, (code) => codes.nameOf(code));
}

export interface LintResult {
  findings: LintFinding[];
  errors: number;
  warnings: number;
}

/** What is wrong or unwise about a text of AAAK. Codes are looked at where there is a palace with names. */
export async function lintText(palace: Palace | undefined, input: TextInput, runtime: Runtime): Promise<LintResult> {
  const [codes, { text }] = await Promise.all([readCodes(palace), readText(input, runtime)]);
  const known = codes.entries().length > 0;
  const findings = lintAaak(text, known ? { nameOf: (code) => codes.nameOf(code) } : {});
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { findings, errors, warnings: findings.length - errors };
}

export interface SizeResult {
  tokens: number;
  chars: number;
  bytes: number;
  lines: number;
  /** How tokens were counted. */
  counted: string;
}

/** Counted sizes of a text. */
export async function measureText(input: TextInput, runtime: Runtime): Promise<SizeResult> {
  const [{ text }, counter] = await Promise.all([readText(input, runtime), loadTokenCounter()]);
  return {
    tokens: counter(text),
    chars: Array.from(text).length,
    bytes: Buffer.byteLength(text),
    lines: text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    counted: TOKEN_ENCODING,
  };
}

/** The text that teaches a model to read and write AAAK. */
export async function readSpecification(): Promise<{ aaak_spec: string }> {
  return { aaak_spec: await readFile(join(packageRoot(), 'templates', 'aaak', 'spec.md'), 'utf8') };
}
