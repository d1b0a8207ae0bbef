import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { PalaceError, systemCode } from '../../base/errors.js';
import { firstLine, modelDamaged, modelUnavailable } from './errors.js';
import type { KnownCharacters } from './known-characters.js';
import { type ModelOutput, type Pooling, poolOutput } from './pooling.js';
import { loadTokenizer, type PieceReader } from './tokenizer.js';

/** Where a model lies and what it is said to be; can be sent to another process. */
export interface ModelSpec {
  id: string;
  name: string;
  dimensions: number;
  /** Absolute. */
  folder: string;
  /** The network's file in the folder. */
  network: string;
}

/** What loading needs of a {@link ModelSpec}; without dimensions any are taken. */
export type LoadSpec = Omit<ModelSpec, 'id' | 'dimensions'> & Partial<ModelSpec>;

/** A model in memory. */
export interface Encoder {
  known: KnownCharacters;
  /** Pieces that the model reads of a text. */
  pieces: number;
  /** Vectors of a batch of texts, none of them empty. Occupies the thread until it is done. */
  run(texts: readonly string[]): Promise<{ vectors: (Float32Array | undefined)[]; clipped: boolean[] }>;
}

type Runtime = typeof import('onnxruntime-node');

/**
 * Loads a model with onnxruntime itself: the pipeline of @xenova/transformers would print errors and try again with WebAssembly.
 * @throws PalaceError `model-damaged`, `model-unavailable`.
 */
export async function loadEncoder(spec: LoadSpec): Promise<Encoder> {
  const runtime = await loadRuntime(spec.name);
  const config = await readJson(spec, 'config.json');
  const pooling = await readPooling(spec);
  const tokenizer = await loadTokenizer(
    {
      tokenizer: await readJson(spec, 'tokenizer.json'),
      config: await readJson(spec, 'tokenizer_config.json'),
      longest: config.max_position_embeddings,
    },
    (why, cause) => modelDamaged(spec.name, join(spec.folder, 'tokenizer.json'), why, cause),
  );
  const session = await openSession(spec, runtime);
  return {
    known: tokenizer.known,
    pieces: tokenizer.pieces,
    async run(texts) {
      const read = texts.map((text) => tokenizer.read(text));
      const output = await runSession(spec, runtime, session, read, tokenizer);
      const lengths = read.map(({ ids }) => ids.length);
      return { vectors: poolOutput(output, lengths, pooling), clipped: read.map(({ clipped }) => clipped) };
    },
  };
}

async function loadRuntime(name: string): Promise<Runtime> {
  try {
    return (await import('onnxruntime-node')).default;
  } catch (error) {
    const here = `${process.platform}-${process.arch}`;
    const missing = systemCode(error)?.endsWith('MODULE_NOT_FOUND') === true;
    const why = missing ? `onnxruntime-node is not installed for ${here}` : `onnxruntime-node does not load on ${here}`;
    throw modelUnavailable(name, why, ['npm install -g gitpalace --include=optional', 'palace model use none'], error);
  }
}

async function openSession(spec: LoadSpec, runtime: Runtime): Promise<InferenceSession> {
  const file = join(spec.folder, spec.network);
  try {
    // From memory: a path with letters beyond ASCII is misread on Windows.
    const bytes = await readFile(file);
    // With memory patterns this runtime gives wrong vectors for some texts and models (seen: 11 of 400 with 32-bit embeddings).
    return await runtime.InferenceSession.create(bytes, { logSeverityLevel: 4, enableMemPattern: false });
  } catch (error) {
    throw modelDamaged(spec.name, file, `does not load (${systemCode(error) ?? firstLine(error)})`, error);
  }
}

async function runSession(
  spec: LoadSpec,
  runtime: Runtime,
  session: InferenceSession,
  read: readonly { ids: readonly number[] }[],
  { padding }: PieceReader,
): Promise<ModelOutput> {
  const file = join(spec.folder, spec.network);
  const width = Math.max(...read.map(({ ids }) => ids.length));
  const tensor = (value: (id: number | undefined) => number): Tensor => {
    const data = new BigInt64Array(read.length * width);
    read.forEach(({ ids }, row) => {
      for (let at = 0; at < width; at++) data[row * width + at] = BigInt(value(ids[at]));
    });
    return new runtime.Tensor('int64', data, [read.length, width]);
  };
  const known: Readonly<Record<string, () => Tensor>> = {
    input_ids: () => tensor((id) => id ?? padding),
    attention_mask: () => tensor((id) => (id === undefined ? 0 : 1)),
    token_type_ids: () => tensor(() => 0),
  };
  const feeds: Record<string, Tensor> = {};
  for (const name of session.inputNames) {
    const make = Object.hasOwn(known, name) ? known[name] : undefined;
    if (make === undefined) throw modelDamaged(spec.name, file, `is no text encoder: it asks for ${name}`);
    feeds[name] = make();
  }
  try {
    return outputOf(spec, file, await session.run(feeds), read.length);
  } catch (error) {
    if (error instanceof PalaceError) throw error;
    throw modelDamaged(spec.name, file, `fails on a text (${firstLine(error)})`, error);
  }
}

function outputOf(
  spec: LoadSpec,
  file: string,
  outputs: InferenceSession.OnnxValueMapType,
  batch: number,
): ModelOutput {
  const names = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];
  const name = names.find((candidate) => candidate in outputs) ?? Object.keys(outputs)[0] ?? '';
  const value = outputs[name];
  const dims = value?.dims ?? [];
  if (!(value?.data instanceof Float32Array) || dims.length < 2 || dims.length > 3 || dims[0] !== batch)
    throw modelDamaged(spec.name, file, 'is no text encoder: it gives no vectors');
  if (spec.dimensions !== undefined && dims.at(-1) !== spec.dimensions)
    throw modelDamaged(spec.name, file, `gives vectors of ${dims.at(-1)} numbers instead of ${spec.dimensions}`);
  return { dims, data: value.data };
}

/** What the authors say about pooling; the mean where they say nothing. */
async function readPooling(spec: LoadSpec): Promise<Pooling> {
  const said = await readJson(spec, '1_Pooling/config.json', true);
  return said.pooling_mode_cls_token === true ? 'first' : 'mean';
}

async function readJson(spec: LoadSpec, path: string, optional = false): Promise<Record<string, unknown>> {
  const file = join(spec.folder, path);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (optional && (code === 'ENOENT' || code === 'ENOTDIR')) return {};
    throw modelDamaged(spec.name, file, code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`, error);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    throw modelDamaged(spec.name, file, 'is not JSON', error);
  }
  throw modelDamaged(spec.name, file, 'is not what it should be');
}
