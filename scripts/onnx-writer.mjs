// Writes an ONNX file, which is a protocol buffer: the few messages that a graph of ours needs, by their field numbers in
// onnx.proto. The same graph gives the same bytes everywhere.

/** Element types (TensorProto.DataType). */
export const ELEMENT = { float: 1, uint8: 2, int8: 3, int64: 7, half: 10 };
const ATTRIBUTE = { float: 1, int: 2, ints: 7 };
const WIRE = { varint: 0, bytes: 2, float: 5 };

function varint(number) {
  const bytes = [];
  // A negative number is sent as its 64-bit two's complement.
  let left = BigInt.asUintN(64, BigInt(number));
  do {
    const low = Number(left & 0x7fn);
    left >>= 7n;
    bytes.push(left === 0n ? low : low | 0x80);
  } while (left !== 0n);
  return Buffer.from(bytes);
}

const tag = (field, wire) => varint((field << 3) | wire);
const int = (field, number) => Buffer.concat([tag(field, WIRE.varint), varint(number)]);
const ints = (field, numbers) => Buffer.concat(numbers.map((number) => int(field, number)));
const bytes = (field, content) => Buffer.concat([tag(field, WIRE.bytes), varint(content.length), content]);
const text = (field, content) => bytes(field, Buffer.from(content));
const message = (field, ...parts) => bytes(field, Buffer.concat(parts));
function float(field, number) {
  const raw = Buffer.alloc(4);
  raw.writeFloatLE(number);
  return Buffer.concat([tag(field, WIRE.float), raw]);
}

function attribute(name, value) {
  if (Array.isArray(value)) return message(5, text(1, name), ints(8, value), int(20, ATTRIBUTE.ints));
  if (Number.isInteger(value)) return message(5, text(1, name), int(3, value), int(20, ATTRIBUTE.int));
  return message(5, text(1, name), float(2, value), int(20, ATTRIBUTE.float));
}

function valueInfo(field, { name, element, shape }) {
  const dims = shape.map((size) => (typeof size === 'number' ? message(1, int(1, size)) : message(1, text(2, size))));
  return message(field, text(1, name), message(2, message(1, int(1, element), message(2, ...dims))));
}

/** A graph that is put together step by step; values are known by their names. */
export class OnnxGraph {
  #nodes = [];
  #constants = [];
  #count = 0;

  /** A constant tensor. `data` is a typed array in row order. @returns its name. */
  constant(name, element, dims, data) {
    const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    this.#constants.push(message(5, ints(1, dims), int(2, element), text(8, name), bytes(9, raw)));
    return name;
  }

  /** A constant list of whole numbers (shapes, axes). @returns its name. */
  numbers(name, list) {
    return this.constant(name, ELEMENT.int64, [list.length], BigInt64Array.from(list.map(BigInt)));
  }

  /** An operation. @returns the names of its results. */
  operate(type, inputs, attributes = {}, outputs = undefined) {
    const number = this.#count++;
    const results = outputs ?? [`v${number}`];
    const parts = [...inputs.map((name) => text(1, name)), ...results.map((name) => text(2, name))];
    parts.push(text(3, `${type}_${number}`), text(4, type));
    parts.push(...Object.entries(attributes).map(([name, value]) => attribute(name, value)));
    this.#nodes.push(message(1, ...parts));
    return results;
  }

  /** The file. `inputs`, `outputs`: `{name, element, shape}`, where a shape holds sizes or names of free sizes. */
  encode({ name, opset, inputs, outputs }) {
    const graph = [
      ...this.#nodes,
      text(2, name),
      ...this.#constants,
      ...inputs.map((input) => valueInfo(11, input)),
      ...outputs.map((output) => valueInfo(12, output)),
    ];
    const IR_VERSION = 7;
    return Buffer.concat([int(1, IR_VERSION), text(2, 'palace'), message(7, ...graph), message(8, int(2, opset))]);
  }
}
