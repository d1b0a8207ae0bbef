/** Who takes decisions, has habits, reaches something. */
export const SOMEBODY =
  '(?:i|we|they|he|she|you|team|board|committee|everyone|everybody|group|management|council|family)';
/** What one turns to. */
export const ADOPT =
  '(?:use|adopt|switch|move to|migrate|replace|keep|drop|retire|stick|stay|start with|buy|take|skip|remove|rewrite|build|hire|pick|choose|try)';
