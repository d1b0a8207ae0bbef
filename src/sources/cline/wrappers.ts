/** A stretch of a text in the person's place, and whose it really is. */
export interface Piece {
  from: 'user' | 'tool' | 'context';
  text: string;
  /** Name of the tool. */
  name?: string;
}

const TASK = /^\s*<task>\n?([\s\S]*?)\n?<\/task>\s*$/;
const DETAILS = /^\s*<environment_details>[\s\S]*<\/environment_details>\s*$/;
const TOOL = /^\[([\w-]+)(?: for [^\n]*?)?\] Result:/;
/** Words of the person inside what the program wrote around them. Up to the last closing tag: they may quote one. */
const WORDS = /(^|\n)<(feedback|answer|user_message)>\n?([\s\S]*)\n?<\/\2>(?=\s*(?:\n|$))/;
const PROGRAM =
  /^\s*(?:\[TASK RESUMPTION\]|\[ERROR\] |# task_progress |# TODO LIST |<explicit_instructions[ >]|<file_content[ >]|<folder_content[ >]|<url_content[ >]|<workspace_diagnostics>|<git_[a-z_]+[ >]|<terminal_output>)/;

/**
 * A text block of a message that went to the model in the person's name: their own words, the answer of a tool, or context.
 * `tool`: name of the tool whose answer the blocks before began, undefined when none did. Nothing of the text is lost but the
 * tags right around words of the person.
 */
export function piecesOf(text: string, tool: string | undefined): Piece[] {
  if (DETAILS.test(text)) return [{ from: 'context', text }];
  const task = TASK.exec(text)?.[1];
  if (task !== undefined) return [{ from: 'user', text: task }];
  const name = TOOL.exec(text)?.[1] ?? tool;
  const around: Omit<Piece, 'text'> =
    name !== undefined ? { from: 'tool', name } : { from: PROGRAM.test(text) ? 'context' : 'user' };
  const words = WORDS.exec(text);
  if (words === null) return [{ ...around, text }];
  const outside = around.from === 'user' ? { from: 'context' as const } : around;
  const pieces: Piece[] = [
    { ...outside, text: text.slice(0, words.index) },
    { from: 'user', text: (words[3] ?? '').replace(/\n$/, '') },
    { ...outside, text: text.slice(words.index + words[0].length) },
  ];
  return pieces.filter((piece) => piece.from === 'user' || piece.text.trim() !== '');
}

/** The tool whose answer this text begins; the answer itself may come in the next block. */
export function toolOf(text: string): string | undefined {
  return TOOL.exec(text)?.[1];
}
