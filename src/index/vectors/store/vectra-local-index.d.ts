/** The part of vectra that is used, by the path that does not load its tokenizers, scrapers and clients of services. */
declare module 'vectra/lib/LocalIndex.js' {
  /** What vectra stores: the shape that its codecs turn into bytes. */
  export interface IndexData {
    version: number;
    metadata_config: object;
    items: { id: string; metadata?: object; vector: ArrayLike<number>; norm: number }[];
  }

  /** The plug for the form of its files. */
  export interface IndexCodec {
    readonly extension: string;
    serializeIndex(data: IndexData): Buffer;
    deserializeIndex(bytes: Buffer): IndexData;
    serializeMetadata(metadata: object): Buffer;
    deserializeMetadata(bytes: Buffer): object;
    serializeCatalog(catalog: object): Buffer;
    deserializeCatalog(bytes: Buffer): object;
  }

  export interface FileDetails {
    name: string;
    path: string;
    isFolder: boolean;
  }

  /** The plug for where its files are. */
  export interface FileStorage {
    createFile(path: string, content: Buffer | string): Promise<void>;
    createFolder(path: string): Promise<void>;
    deleteFile(path: string): Promise<void>;
    deleteFolder(path: string): Promise<void>;
    getDetails(path: string): Promise<FileDetails>;
    listFiles(path: string): Promise<FileDetails[]>;
    pathExists(path: string): Promise<boolean>;
    readFile(path: string): Promise<Buffer>;
    upsertFile(path: string, content: Buffer | string): Promise<void>;
  }

  export class LocalIndex {
    constructor(folder: string, name: string, storage?: FileStorage, codec?: IndexCodec);
    createIndex(): Promise<void>;
    beginUpdate(): Promise<void>;
    endUpdate(): Promise<void>;
    upsertItem(item: { id: string; vector: ArrayLike<number>; metadata?: object }): Promise<object>;
    deleteItems(ids: Iterable<string>): Promise<void>;
    listItems(): Promise<IndexData['items']>;
    queryItems(
      vector: ArrayLike<number>,
      query: string,
      count: number,
    ): Promise<{ item: IndexData['items'][number]; score: number }[]>;
  }
}
