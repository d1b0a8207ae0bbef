import { EXIT, PalaceError } from '../../base/errors.js';

/** What to type when the model in use cannot be used. */
const NEXT = ['palace model list', 'palace model use bundled'] as const;

/** A model whose files are missing, broken or not of a text encoder. `file`: the one that is to blame, or the folder. */
export function modelDamaged(name: string, file: string, why: string, cause?: unknown): PalaceError {
  return new PalaceError('model-damaged', `the embedding model ${name} cannot be used: ${file} ${why}`, {
    // The bundled one is mended by installing anew only.
    next: name === BUNDLED_NAME ? ['npm install -g gitpalace', 'palace model use none'] : [...NEXT],
    details: { model: name, file },
    cause,
  });
}

/** The model that was chosen is not there any more. */
export function modelMissing(name: string, folder: string): PalaceError {
  const again = name === folder ? [] : [`palace model fetch ${name}`];
  return new PalaceError('model-missing', `the embedding model ${name} is gone: there is no ${folder}`, {
    exit: EXIT.notFound,
    next: [...again, 'palace model use bundled', 'palace model list'],
    details: { model: name, folder },
  });
}

/** Nothing is wrong with the model: this machine or process cannot run it. */
export function modelUnavailable(name: string, why: string, next: readonly string[], cause?: unknown): PalaceError {
  return new PalaceError('model-unavailable', `the embedding model ${name} cannot run: ${why}`, {
    next,
    details: { model: name },
    cause,
  });
}

/** The first line of what a library said: the rest is where in its own code. */
export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').trim();
}

/** Name of the model that comes with palace. */
export const BUNDLED_NAME = 'sentence-encoder';
