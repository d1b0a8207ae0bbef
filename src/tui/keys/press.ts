/** A key as it came from the terminal. */
export interface Press {
  /** Its name: a character as it is (`R`, `?`), `enter`, `tab`, `up`, `pgdn`, `f1`, `ctrl-n`, `alt-1`, `shift-down`; `paste` for pasted text. */
  chord: string;
  /** What it types; '' for a key that types nothing. */
  text: string;
}

const ESC = '\u001b';
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;

/** Final letters and numbers of the sequences that terminals send. */
const NAMES: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  Z: 'shift-tab',
  '1~': 'home',
  '3~': 'delete',
  '4~': 'end',
  '5~': 'pgup',
  '6~': 'pgdn',
  '7~': 'home',
  '8~': 'end',
  '11~': 'f1',
  '12~': 'f2',
};

const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0000': 'ctrl-space',
};

/**
 * Takes apart what a terminal sent. `rest` is the beginning of something whose end has not come yet; given `isEnd`, nothing more will
 * come soon and an escape on its own is the key.
 */
export function decodePresses(input: string, isEnd: boolean): { presses: Press[]; rest: string } {
  const presses: Press[] = [];
  let at = 0;
  while (at < input.length) {
    const left = input.slice(at);
    const found = first(left, isEnd);
    if (found === undefined) return { presses, rest: left };
    at += found.length;
    if (found.press !== undefined) presses.push(found.press);
  }
  return { presses, rest: '' };
}

/** The first key of `left` and how long it is; without a press for a sequence that means nothing; undefined when its end is missing. */
function first(left: string, isEnd: boolean): { length: number; press?: Press } | undefined {
  if (!left.startsWith(ESC)) return plain(left);
  if (left.startsWith(PASTE_START)) {
    const end = left.indexOf(PASTE_END);
    if (end === -1) return undefined;
    return { length: end + PASTE_END.length, press: { chord: 'paste', text: left.slice(PASTE_START.length, end) } };
  }
  const sequence = /^\u001b(?:\[([0-9;?<=>]*)([@-~])|O([A-Za-z]))/.exec(left);
  if (sequence !== null) {
    const [whole, numbers = '', final = '', letter] = sequence;
    const press = letter === undefined ? named(numbers, final) : named('', letter);
    return { length: whole.length, ...(press && { press }) };
  }
  if (/^\u001b(?:\[[0-9;?<=>]*|O)?$/.test(left)) {
    if (!isEnd) return undefined;
    return { length: left.length, press: { chord: left.length === 2 ? `alt-${left[1]}` : 'esc', text: '' } };
  }
  // Two escapes: the first is a key of its own.
  if (left[1] === ESC) return { length: 1, press: { chord: 'esc', text: '' } };
  const after = plain(left.slice(1));
  const chord = after.press?.chord.startsWith('ctrl-') ? after.press.chord : `alt-${after.press?.chord ?? ''}`;
  return { length: 1 + after.length, press: { chord, text: '' } };
}

function plain(left: string): { length: number; press: Press } {
  const character = String.fromCodePoint(left.codePointAt(0) ?? 0);
  const { length } = character;
  const control = CONTROLS[character];
  if (control !== undefined) return { length, press: { chord: control, text: '' } };
  if (character < ' ') {
    const chord = `ctrl-${String.fromCharCode(character.charCodeAt(0) + 0x60)}`;
    return { length, press: { chord, text: '' } };
  }
  return { length, press: { chord: character, text: character } };
}

/** `\x1b[1;5A` is ctrl-up, `\x1b[6~` pgdn, `\x1b[97;5u` ctrl-a. */
function named(numbers: string, final: string): Press | undefined {
  const [code = '', modifiers = '1'] = numbers.split(';');
  const name =
    final === '~'
      ? NAMES[`${code}~`]
      : final === 'u'
        ? (CONTROLS[String.fromCodePoint(Number(code) || 0)] ?? String.fromCodePoint(Number(code) || 0))
        : NAMES[final];
  if (name === undefined) return undefined;
  const bits = Number(modifiers) - 1;
  const held = [bits & 4 ? 'ctrl-' : '', bits & 2 ? 'alt-' : '', bits & 1 ? 'shift-' : ''].join('');
  if (final === 'u' && name === ESC) return { chord: 'esc', text: '' };
  return { chord: `${held}${name}`, text: '' };
}
