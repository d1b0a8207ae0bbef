import type { Place } from '../../src/sources/types.js';

/** Where the samples of an adapter stand, and how the words of a sample must be found again in its units. */
export interface AdapterCase {
  place: Place;
  words(file: Buffer): string[];
  /** The body is the file, byte for byte. */
  exact?: boolean;
  /** Samples that give units; default: every file of the folder. */
  files?: readonly string[];
}

const lines = (file: Buffer) =>
  file
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);

/** Adapters of what people say to each other, and of their notes. */
export const PEOPLE_CASES: Record<string, AdapterCase> = {
  'plain-transcript': {
    place: 'notes',
    words: (file) =>
      lines(file)
        .map((line) => line.replace(/^(?:\[[\d:]+\] |[\d:]+\t )?[A-Z][\w. ]*:[ \t]/, ''))
        .filter((line) => line.trim() !== ''),
  },
  whatsapp: {
    place: 'notes',
    words: (file) =>
      lines(file)
        .map((line) =>
          line
            .replace(/^\d.*? - (?:[^:]*: )?/, '')
            .replace(/<.*>$| \(file attached\)$/, '')
            .trim(),
        )
        .filter((line) => line !== '' && !line.startsWith('IMG-')),
  },
  webvtt: { place: 'notes', words: () => ['The crane is booked.', 'Five < six & so on.'] },
  srt: { place: 'notes', words: () => ['Mind the rope.', '- Which?\n- That.'] },
  slack: {
    place: 'notes',
    // The first day holds the words of all; files of people and channels have none.
    words: (file) => (file.includes('Who has') ? ['Who has the key?', 'Not me.', 'Found it :key:'] : []),
  },
  discord: { place: 'notes', words: () => ['Who lifts first?', 'Bo does.'] },
  telegram: { place: 'notes', words: () => ['Plan: here', 'Seen.'] },
  mail: { place: 'notes', words: () => ['The crane is booked.', 'For Friday?'] },
  aider: { place: 'notes', words: () => ['tie the knot\ntwice', 'Done.\n\n#### Step 1\n> quoted', 'Tokens: 2k sent'] },
  logseq: { place: 'notes', words: () => [], exact: true, files: ['journals/2026_03_04.md', 'pages/rope%2Fnew.md'] },
  notion: {
    place: 'notes',
    words: () => [],
    exact: true,
    files: ['Yard 0123456789abcdef0123456789abcdef.md', 'Ropes 00000000000000000000000000000001.csv'],
  },
  notebook: { place: 'project', words: () => ['# Tides\n\nBy hand.', 'print(1 + 1)', '2\n'] },
};
