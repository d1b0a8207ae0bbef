import type { SearchResult } from '../../search/search.js';
import type { Output } from './output.js';

export function renderSearch(result: SearchResult, out: Output): void {
  for (const hit of result.hits) out.line(`${hit.rank}. ${out.paint.bold(hit.title ?? hit.path)}`);
}
