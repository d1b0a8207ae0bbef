import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PalaceError, systemCode } from '../../base/errors.js';
import { surveyDrawers } from '../../palace/drawers.js';
import { wingFiles } from '../export/choose.js';
import type { Reading } from './types.js';

/** The drawers below `folder`/wings: a markdown export, or another palace. One after the other. */
export async function* readTree(folder: string): Reading & AsyncGenerator {
  const { paths, problems } = await surveyDrawers({ root: folder });
  for (const { path, message } of problems) yield { where: path, reason: message, damaged: true };
  for (const path of [...paths, ...(await wingFiles(folder))].sort())
    try {
      yield { path, where: path, bytes: await readFile(join(folder, ...path.split('/'))) };
    } catch (error) {
      if (error instanceof PalaceError || systemCode(error) === undefined) throw error;
      yield { where: path, reason: `cannot be read (${systemCode(error)})`, damaged: true };
    }
}
