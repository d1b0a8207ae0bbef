export interface Question {
  qid: string;
  category: string;
  question: string;
  evidence: string[];
}

export type Rule = 'one' | 'skip';

export interface Row extends Record<string, string | number> {
  name: string;
  n: number;
}

export declare const CUTS: readonly number[];
export declare const COLUMNS: readonly string[];
export declare function documentsOf(ranked: readonly string[]): string[];
export declare function scoreQuestion(
  ranked: readonly string[],
  evidence: readonly string[],
  rule: Rule,
): Record<string, number> | undefined;
export declare function scoreAll(
  set: { questions: readonly Question[]; rule: Rule },
  rankings: ReadonlyMap<string, readonly string[]>,
): { rows: Row[]; misses: Question[] };
