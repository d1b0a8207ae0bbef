/** A text as it stands in a field: no `|`, no line end, so that a line is cut at its separators without a look at what is quoted. */
export function escapeField(text: string): string {
  return text.replace(/[\\|\n\r\u2028\u2029]/g, (mark) => {
    if (mark === '\\') return '\\\\';
    return mark === '\n' ? '\\n' : mark === '\r' ? '\\r' : unicode(mark);
  });
}

/** A field at the beginning of a line: also without a colon, and without what begins another kind of line. */
export function escapeHead(text: string): string {
  return escapeField(text)
    .replace(/:/g, unicode)
    .replace(/^[#=\-"\s]|\s$/g, unicode);
}

/** The text of a field. What is no escape of ours stays as it is. */
export function unescapeField(field: string): string {
  return field.replace(/\\(?:(\\|n|r)|u([0-9a-f]{4}))/g, (_, mark?: string, code?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return mark === 'n' ? '\n' : mark === 'r' ? '\r' : '\\';
  });
}

/** `\u003a` for `:`. */
export function unicode(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
