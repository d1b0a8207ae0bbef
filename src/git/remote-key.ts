/**
 * `host/owner/repo` of the remote `origin`, else of the first one in the config: the same on every machine and for every way
 * to reach it. Scheme, user, password, port and `.git` are taken off, the host is lower-case. Undefined when no remote has a
 * host (a folder on this machine says nothing on another).
 */
export function remoteKey(config: ReadonlyMap<string, string>): string | undefined {
  const origin = config.get('remote.origin.url');
  if (origin !== undefined) return urlKey(origin);
  for (const [key, value] of config) if (/^remote\..+\.url$/s.test(key)) return urlKey(value);
  return undefined;
}

/** The key of one remote address. */
export function urlKey(url: string): string | undefined {
  const address = url.trim();
  const full = /^(?:git\+)?(https?|ssh|git|ftps?):\/\/(?:[^/@]*@)?(\[[^\]]+\]|[^/:]+)(?::\d*)?\/(.*)$/i.exec(address);
  if (full !== null) return join(full[2] ?? '', full[3] ?? '');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return undefined;
  // `user@host:path`, as ssh writes it; `C:\path` and `C:/path` are folders.
  const short = /^(?:[^@/]+@)?(\[[^\]]+\]|[^/:@]{2,}):(?!\/\/)(.*)$/.exec(address);
  return short === null ? undefined : join(short[1] ?? '', short[2] ?? '');
}

function join(host: string, path: string): string | undefined {
  const plain = path
    .replace(/[?#].*$/s, '')
    .replace(/\/+/g, '/')
    .replace(/^\/|\/$/g, '')
    .replace(/\.git$/i, '')
    .replace(/\/$/, '');
  return plain === '' ? undefined : `${host.toLowerCase()}/${plain}`;
}
