import { basename } from 'node:path';
import type { FileDetails, FileStorage } from 'vectra/lib/LocalIndex.js';
import { ShardCodec } from './vectra-codec.js';

/** vectra's index class, loaded when it is first used: reading never needs it. */
async function loadLocalIndex(): Promise<typeof import('vectra/lib/LocalIndex.js').LocalIndex> {
  return (await import('vectra/lib/LocalIndex.js')).LocalIndex;
}

const FOLDER = 'tail';
const NAME = 'tail.vec';

/**
 * The tail (the one small shard that single additions rewrite) as a vectra index: the bytes of the old one without `dead` and with
 * `items`. Nothing is written here: the store gives the bytes a new name, so that a reader or a crash sees the old tail or the new.
 */
export async function rewriteTail(
  dimensions: number,
  before: Buffer | undefined,
  dead: Iterable<string>,
  items: ReadonlyMap<string, Float32Array>,
): Promise<Buffer> {
  const LocalIndex = await loadLocalIndex();
  const storage = new FilesInMemory();
  const path = `${FOLDER}/${NAME}`;
  const index = new LocalIndex(FOLDER, NAME, storage, new ShardCodec(dimensions));
  if (before === undefined) await index.createIndex();
  else await storage.upsertFile(path, before);
  await index.beginUpdate();
  await index.deleteItems(dead);
  for (const [id, vector] of items) await index.upsertItem({ id, vector, metadata: {} });
  await index.endUpdate();
  return storage.readFile(path);
}

/** vectra's files, held in memory until the store writes them under its lock. Folders need no making. */
class FilesInMemory implements FileStorage {
  private readonly files = new Map<string, Buffer>();

  async createFile(path: string, content: Buffer | string): Promise<void> {
    if (this.files.has(path)) throw new Error(`${path} exists`);
    await this.upsertFile(path, content);
  }

  async createFolder(): Promise<void> {}

  async deleteFile(path: string): Promise<void> {
    this.files.delete(path);
  }

  async deleteFolder(folder: string): Promise<void> {
    for (const path of this.below(folder)) this.files.delete(path);
  }

  async getDetails(path: string): Promise<FileDetails> {
    if (!(await this.pathExists(path))) throw new Error(`${path} does not exist`);
    return { name: basename(path), path, isFolder: !this.files.has(path) };
  }

  async listFiles(folder: string): Promise<FileDetails[]> {
    return Promise.all(this.below(folder).map((path) => this.getDetails(path)));
  }

  async pathExists(path: string): Promise<boolean> {
    return this.files.has(path) || this.below(path).length > 0;
  }

  async readFile(path: string): Promise<Buffer> {
    const bytes = this.files.get(path);
    if (bytes === undefined) throw new Error(`${path} does not exist`);
    return bytes;
  }

  async upsertFile(path: string, content: Buffer | string): Promise<void> {
    this.files.set(path, Buffer.from(content));
  }

  private below(folder: string): string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`));
  }
}
