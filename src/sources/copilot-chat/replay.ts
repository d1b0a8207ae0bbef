import { isObject, type JsonObject } from '../json.js';

const SET = 1;
const PUSH = 2;
const DELETE = 3;
/** Keys that are no data in JavaScript. */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Replays a log of operations on one object: 0 = the whole object, 1 = set at a path, 2 = push to the list at a path (which is
 * cut to length `i` first, when given), 3 = delete at a path.
 */
export class Replay {
  state: Record<string, unknown> = {};

  /** False for an operation that makes no sense here. */
  take(operation: JsonObject): boolean {
    const { kind, k, v, i } = operation;
    if (kind === 0) {
      if (!isObject(v)) return false;
      this.state = { ...v };
      return true;
    }
    if (!Array.isArray(k) || k.length === 0) return false;
    if (kind === PUSH) return Array.isArray(v) && this.#push(k, v, i);
    const parent = this.#at(k.slice(0, -1));
    const key: unknown = k.at(-1);
    if (kind === SET) return put(parent, key, v);
    if (kind === DELETE) return put(parent, key, undefined);
    return false;
  }

  #push(path: readonly unknown[], values: readonly unknown[], cut: unknown): boolean {
    const parent = this.#at(path.slice(0, -1));
    const key: unknown = path.at(-1);
    let list = isObject(parent) || Array.isArray(parent) ? child(parent, key) : undefined;
    if (list === undefined && put(parent, key, [])) list = child(parent, key);
    if (!Array.isArray(list)) return false;
    if (typeof cut === 'number' && cut >= 0 && cut < list.length) list.length = cut;
    for (const value of values) list.push(value);
    return true;
  }

  #at(path: readonly unknown[]): unknown {
    let at: unknown = this.state;
    for (const key of path) at = child(at, key);
    return at;
  }
}

function child(parent: unknown, key: unknown): unknown {
  if (Array.isArray(parent)) return typeof key === 'number' ? parent[key] : undefined;
  if (!isObject(parent) || (typeof key !== 'string' && typeof key !== 'number')) return undefined;
  return Object.hasOwn(parent, key) ? parent[String(key)] : undefined;
}

function put(parent: unknown, key: unknown, value: unknown): boolean {
  if (Array.isArray(parent)) {
    if (typeof key !== 'number' || !Number.isInteger(key) || key < 0 || key > parent.length) return false;
    parent[key] = value;
    return true;
  }
  if (!isObject(parent) || (typeof key !== 'string' && typeof key !== 'number') || UNSAFE.has(String(key)))
    return false;
  const target = parent as Record<string, unknown>;
  if (value === undefined) delete target[String(key)];
  else target[String(key)] = value;
  return true;
}
