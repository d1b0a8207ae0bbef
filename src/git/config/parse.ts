/** One setting of a git config file. Section and variable are lower-case, a subsection keeps its case: `remote.Origin.url`. */
export interface ConfigEntry {
  key: string;
  value: string;
}

const SECTION = /^\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:\\.|[^"\\])*)")?\s*\]/;
const VARIABLE = /^([A-Za-z][A-Za-z0-9-]*)\s*(=?)/;

/**
 * All settings of a git config file in order (the last one of a key wins). A variable without `=` is `true`. Lines that
 * are not understood are passed over: git itself reports them. Includes are entries like any other (`include.path`).
 */
export function parseConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = '';
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    let line = (lines[at] ?? '').trimStart();
    const header = SECTION.exec(line);
    if (header !== null) {
      section = sectionKey(header[1] ?? '', header[2]);
      line = line.slice(header[0].length).trimStart();
    }
    const variable = VARIABLE.exec(line);
    if (variable === null || section === '') continue;
    let raw = line.slice(variable[0].length);
    let value = readValue(raw);
    while (value.continues && at + 1 < lines.length) {
      raw = `${raw.slice(0, -1)}${lines[++at] ?? ''}`;
      value = readValue(raw);
    }
    const key = `${section}.${(variable[1] ?? '').toLowerCase()}`;
    entries.push({ key, value: variable[2] === '=' ? value.text : 'true' });
  }
  return entries;
}

function sectionKey(name: string, quoted: string | undefined): string {
  if (quoted !== undefined) return `${name.toLowerCase()}.${quoted.replace(/\\(.)/g, '$1')}`;
  return name.toLowerCase();
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** Quotes, escapes and comments of a value; `continues` when a backslash ends the line. */
function readValue(raw: string): { text: string; continues: boolean } {
  let text = '';
  let kept = 0; // length up to which trailing white space counts (it was quoted or escaped)
  let quoted = false;
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at] ?? '';
    if (char === '\\') {
      if (at + 1 >= raw.length) return { text, continues: true };
      const next = raw[++at] ?? '';
      text += ESCAPES[next] ?? next;
      kept = text.length;
    } else if (char === '"') {
      quoted = !quoted;
      kept = text.length;
    } else if (!quoted && (char === '#' || char === ';')) break;
    else if (!quoted && /\s/.test(char) && text === '' && kept === 0) continue;
    else {
      text += char;
      if (quoted) kept = text.length;
    }
  }
  const tail = text.slice(kept);
  return { text: text.slice(0, kept) + tail.trimEnd(), continues: false };
}

/** Git's words for true and false; a number other than 0 is true. */
export function configBoolean(value: string | undefined, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  const word = value.toLowerCase();
  if (word === 'true' || word === 'yes' || word === 'on') return true;
  if (word === 'false' || word === 'no' || word === 'off' || word === '') return false;
  const number = Number.parseInt(word, 10);
  return Number.isNaN(number) ? fallback : number !== 0;
}
