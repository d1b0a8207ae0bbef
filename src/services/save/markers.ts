/**
 * 1-based line of the first conflict that a merge has left in a text (`<<<<<<<`, `=======`, `>>>>>>>` in this order, each at
 * the beginning of a line); undefined when there is none.
 */
export function conflictLine(content: Buffer): number | undefined {
  if (!content.includes('<<<<<<< ')) return undefined;
  let opened: number | undefined;
  let parted = false;
  let line = 0;
  for (const text of content.toString('latin1').split('\n')) {
    line++;
    if (text.startsWith('<<<<<<< ')) {
      opened = line;
      parted = false;
    } else if (opened !== undefined && /^={7}\r?$/.test(text)) parted = true;
    else if (opened !== undefined && parted && text.startsWith('>>>>>>> ')) return opened;
  }
  return undefined;
}
