import type { LeftOut } from '../../aaak/claims.js';
import type { CodeTable } from '../../aaak/codes.js';
import type { DialectConfig, TextPlace } from '../../aaak/compat/compress.js';
import { type CompressionStats, loadTokenCounter, type TokenCounter } from '../../aaak/tokens.js';
import type { ZettelFile } from '../../aaak/zettel-file.js';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';
import type { Palace } from '../../palace/types.js';
import { readCodes, readDialectConfig } from './codes.js';
import { type NamedText, readText, type TextInput } from './input.js';

export interface EncodeRequest {
  inputs: readonly TextInput[];
  /** Represent every sentence with a name, number, date or decision. */
  claims?: boolean;
  /** As the original does it, byte for byte. */
  compat?: boolean;
  /** One layer-1 text of all zettel files. */
  layer1?: boolean;
  /** Least weight of a zettel of layer 1; default 0.85. */
  threshold?: number;
  /** A settings file of the original. */
  config?: string;
  /** Explain the codes; default true. */
  legend?: boolean;
  wing?: string;
  room?: string;
  date?: string;
  source?: string;
}

export type EncodeMode = 'index' | 'claims' | 'compat' | 'zettel' | 'layer1';

export interface EncodeResult {
  text: string;
  /** One for each input. */
  modes: EncodeMode[];
  stats: CompressionStats;
  /** Of the claim-preserving mode; else null. */
  claims: { sentences: number; claims: number; left_out: LeftOut[] } | null;
}

/**
 * Texts and zettel files in AAAK, several of them with `---` between. A file that is JSON with `zettels` is a zettel file.
 * @param palace whose people and projects have codes; undefined where there is none.
 * @throws PalaceError `bad-zettel`, `bad-config`, `bad-usage` (exit 2), those of reading a file.
 */
export async function encodeTexts(
  palace: Palace | undefined,
  request: EncodeRequest,
  runtime: Runtime,
): Promise<EncodeResult> {
  const config = await readDialectConfig(request.config, runtime);
  const codes = await readCodes(palace, config);
  const texts = await Promise.all(request.inputs.map((input) => readText(input, runtime)));
  const counter = await loadTokenCounter();
  const original = texts.map(({ text }) => text).join('\n');
  if (request.layer1 === true) {
    const text = await layerOneOf(texts, codes, request, runtime);
    return { text, modes: ['layer1'], stats: await statsOf(original, text, request, counter), claims: null };
  }
  const done: Encoded[] = [];
  for (const text of texts) done.push(await encodeOne(text, codes, config, request));
  const text = done.map((each) => each.text).join('\n---\n');
  const claims = done.flatMap((each) => each.claims ?? []);
  return {
    text,
    modes: done.map(({ mode }) => mode),
    stats: await statsOf(original, text, request, counter),
    claims:
      claims.length === 0
        ? null
        : {
            sentences: sum(claims.map(({ sentences }) => sentences)),
            claims: sum(claims.map((each) => each.claims)),
            left_out: claims.flatMap(({ left_out: left }) => left),
          },
  };
}

interface Encoded {
  text: string;
  mode: EncodeMode;
  claims?: { sentences: number; claims: number; left_out: LeftOut[] };
}

async function encodeOne(
  input: NamedText,
  codes: CodeTable,
  config: DialectConfig,
  request: EncodeRequest,
): Promise<Encoded> {
  const { renderLines } = await import('../../aaak/lines.js');
  const { wing, room, date } = request;
  const legend = request.legend ?? true;
  const zettels = await zettelFileOf(input);
  if (zettels !== undefined) {
    const { encodeZettelFile } = await import('../../aaak/zettel.js');
    return {
      text: renderLines(encodeZettelFile(zettels, { codes, legend: legend && request.compat !== true })),
      mode: 'zettel',
    };
  }
  const source = request.source ?? (input.fromFile ? input.name : undefined);
  const place: TextPlace = {
    ...(wing !== undefined && { wing }),
    ...(room !== undefined && { room }),
    ...(date !== undefined && { date }),
    ...(source !== undefined && { source_file: source }),
  };
  if (request.compat === true) {
    const { compressAsOriginal } = await import('../../aaak/compat/compress.js');
    return { text: compressAsOriginal(input.text, place, config), mode: 'compat' };
  }
  if (request.claims === true) {
    const { preserveClaims } = await import('../../aaak/claims.js');
    const { lines, ...claims } = preserveClaims(input.text, codes, place);
    return { text: renderLines(lines), mode: 'claims', claims };
  }
  const { compressText } = await import('../../aaak/compress.js');
  return { text: renderLines(compressText(input.text, { codes, place, legend })), mode: 'index' };
}

async function layerOneOf(
  texts: readonly NamedText[],
  codes: CodeTable,
  request: EncodeRequest,
  runtime: Runtime,
): Promise<string> {
  const [{ layerOne }, { parseZettelFile }] = await Promise.all([
    import('../../aaak/layer1.js'),
    import('../../aaak/zettel-file.js'),
  ]);
  const threshold = request.threshold ?? 0.85;
  if (!(threshold >= 0 && threshold <= 1))
    throw new PalaceError('bad-usage', `a weight of ${threshold} is none: it is from 0 to 1`, {
      exit: EXIT.usage,
      next: ['--threshold 0.85'],
    });
  const files = texts.map(({ text, name }) => parseZettelFile(text, name));
  return layerOne(files, { codes, threshold, updated: runtime.now().toISOString().slice(0, 10) });
}

async function zettelFileOf({ text, name }: NamedText): Promise<ZettelFile | undefined> {
  if (!/^\s*\{/.test(text) || !text.includes('"zettels"')) return undefined;
  const { parseZettelFile } = await import('../../aaak/zettel-file.js');
  return parseZettelFile(text, name);
}

async function statsOf(
  before: string,
  after: string,
  { compat }: EncodeRequest,
  counter: TokenCounter,
): Promise<CompressionStats> {
  const { compressionStats } = await import('../../aaak/tokens.js');
  if (compat !== true) return compressionStats(before, after, counter);
  const { originalEstimate } = await import('../../aaak/compat/compress.js');
  return compressionStats(before, after, originalEstimate, 'estimate');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
