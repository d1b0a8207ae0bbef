import { crc32 } from 'node:zlib';
import { type ByteSource, DamagedCacheError } from '../../container.js';
import { findRow, idAt } from './ids.js';
import { createScanner, type Scanner } from './scanner.js';
import { MATRIX, openShardFile } from './shard-file.js';

/** Rows that are looked at at a time where no scanner gives the memory. */
const ROWS_AT_A_TIME = 64;

/**
 * A shard opened for reading. Its ids are in memory, its matrix is not unless it is to stay ({@link Shard.keep}): whoever looks at all
 * of it once reads it through one small memory (see Scanner), since the system keeps the file at hand anyway.
 */
export class Shard {
  private checked = false;
  /** The matrix in memory. */
  private kept: Scanner | undefined;
  /** Ids that were asked for, of a shard that is kept. */
  private names: string[] = [];

  private constructor(
    readonly name: string,
    private readonly source: ByteSource,
    readonly dimensions: number,
    private readonly ids: Uint32Array,
    private readonly matrix: { offset: number; length: number; crc: number },
  ) {}

  /** @throws DamagedCacheError */
  static open(name: string, source: ByteSource, dimensions: number): Shard {
    try {
      const { container, head, ids } = openShardFile(source);
      if (head.dimensions !== dimensions) throw new DamagedCacheError(`${name} has other dimensions`);
      return new Shard(name, source, dimensions, ids, container.extent(MATRIX));
    } catch (error) {
      source.close();
      if (error instanceof SyntaxError) throw new DamagedCacheError(`${name} has no readable head`);
      throw error;
    }
  }

  get rows(): number {
    return this.ids.length / 2;
  }

  get bytes(): number {
    return this.source.size;
  }

  id(row: number): string {
    if (this.kept === undefined) return idAt(this.ids, row);
    this.names[row] ??= idAt(this.ids, row);
    return this.names[row];
  }

  /** -1 when the id is not here. */
  find(id: string): number {
    return findRow(this.ids, id);
  }

  /** Bytes of the matrix. */
  get matrixBytes(): number {
    return this.matrix.length;
  }

  /** Holds the matrix in memory from now on, for a process that asks again and again. @throws DamagedCacheError */
  keep(): void {
    if (this.kept !== undefined || this.rows === 0) return;
    const kept = createScanner(this.dimensions, this.rows);
    this.each((matrix, row, rows) => kept.piece.set(matrix.subarray(0, rows * this.dimensions), row * this.dimensions));
    this.kept = kept;
  }

  /** Fills `target` with a row. @throws DamagedCacheError */
  read(row: number, target: Float32Array): void {
    if (this.kept !== undefined) {
      target.set(this.kept.piece.subarray(row * this.dimensions, (row + 1) * this.dimensions));
      return;
    }
    const bytes = new Uint8Array(target.buffer, target.byteOffset, this.dimensions * 4);
    this.source.readInto(bytes, this.matrix.offset + row * this.dimensions * 4);
  }

  /**
   * Dot products of `direction`, which the scanner was asked, with all rows, into `scores` from `start` on.
   * @throws DamagedCacheError, the first time also when the checksum is wrong.
   */
  scan(scanner: Scanner, direction: Float64Array, scores: Float64Array, start: number): void {
    if (this.kept !== undefined) {
      this.kept.ask(direction);
      this.kept.scan(this.rows, scores, start);
      return;
    }
    this.pieces(scanner.piece, (row, rows) => scanner.scan(rows, scores, start + row));
  }

  /** Reads all of it once, if nothing has yet. @throws DamagedCacheError */
  check(): void {
    if (!this.checked) this.each(() => {});
  }

  /** Calls with some rows at a time: `matrix` holds `rows` of them, the first being number `row`. @throws DamagedCacheError */
  each(look: (matrix: Float32Array, row: number, rows: number) => void): void {
    const piece = new Float32Array(ROWS_AT_A_TIME * this.dimensions);
    this.pieces(piece, (row, rows) => look(piece, row, rows));
  }

  /** Fills `piece` again and again, checking the sum of all the first time. */
  private pieces(piece: Float32Array, look: (row: number, rows: number) => void): void {
    const stride = this.dimensions * 4;
    const most = Math.floor(piece.length / this.dimensions);
    let crc = 0;
    for (let row = 0; row < this.rows; row += most) {
      const rows = Math.min(most, this.rows - row);
      const bytes = new Uint8Array(piece.buffer, piece.byteOffset, rows * stride);
      this.source.readInto(bytes, this.matrix.offset + row * stride);
      if (!this.checked) crc = crc32(bytes, crc);
      look(row, rows);
    }
    if (!this.checked && crc !== this.matrix.crc) throw new DamagedCacheError(`${this.name} is damaged`);
    this.checked = true;
  }

  /** The whole file. @throws DamagedCacheError */
  contents(): Buffer {
    return this.source.read(0, this.source.size);
  }

  close(): void {
    this.kept = undefined;
    this.names = [];
    this.source.close();
  }
}
