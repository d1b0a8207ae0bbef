/** Last part of a path of any system: the folder that names the project. Undefined for a root or nothing. */
export function folderName(path: string | undefined): string | undefined {
  return path
    ?.split(/[\\/]/)
    .filter((part) => part !== '' && !/^[A-Za-z]:$/.test(part))
    .at(-1);
}

/** `file:///home/x` as a path; a path as it stands; undefined for another kind of address. */
export function pathOfUri(uri: string | undefined): string | undefined {
  if (uri === undefined || uri === '') return undefined;
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(uri)) return uri;
  if (!uri.startsWith('file://')) return undefined;
  const path = decoded(uri.slice('file://'.length));
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

/** Percent-decoded; as it stands when it is no such code. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
