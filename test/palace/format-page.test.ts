import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDrawer } from '../../src/palace/codec.js';
import { FRONT_MATTER_KEYS } from '../../src/palace/front-matter.js';
import { mintDrawerId } from '../../src/palace/ids.js';
import { GITATTRIBUTES, GITIGNORE, PALACE_FORMAT } from '../../src/palace/layout.js';
import { wingName } from '../../src/palace/names.js';
import { parseTranscript, renderTranscript } from '../../src/palace/transcript.js';
import { MESSAGE_KINDS } from '../../src/palace/transcript-types.js';
import { HALLS } from '../../src/palace/types.js';
import { parseWingFile } from '../../src/palace/wing-file.js';

const page = readFileSync(new URL('../../docs/format.md', import.meta.url), 'utf8');

/** The fenced block that begins with this text. */
function example(start: string): string {
  const block = page.split(/^```.*\n/m).find((part) => part.startsWith(start));
  if (block === undefined) throw new Error(`docs/format.md has no example that begins with ${start}`);
  return block;
}

describe('docs/format.md', () => {
  test('its transcript is one, written as we write it', () => {
    const text = example('### [user]');
    const messages = parseTranscript(Buffer.from(text));
    expect(messages.map(({ speaker, kind }) => `${speaker}: ${kind}`)).toEqual([
      'user: text',
      'assistant: tool_call',
      'user: tool_result',
      'Ann [ops]: attachment',
    ]);
    expect(messages[2]?.text).toBe('### [this line began with a hash in the file]');
    expect(renderTranscript(messages).toString()).toBe(text);
  });

  test('its id is the one that the command beside it and we compute', () => {
    const [, input, id] = /`printf '([^']+)' \| sha256sum` .* gives the id `(d-[0-9a-f]{16})`/.exec(page) ?? [];
    expect(id).toBe(
      mintDrawerId({
        kind: 'file',
        wing: wingName('driftwood'),
        source: 'git:example.org/ann/raft#README.md',
        unit: '',
        n: 0,
      }),
    );
    const digest = execFileSync('bash', ['-c', `printf '${input}' | sha256sum`], { encoding: 'utf8' });
    expect(`d-${digest.slice(0, 16)}`).toBe(id);
  });

  test('its wing.yaml and its drawer read as it says', () => {
    expect(parseWingFile(example('kind: project'))).toMatchObject({
      kind: 'project',
      rooms: [{ name: 'auth-migration', keywords: ['oauth', 'token'], aliases: ['login'] }],
    });
    const drawer = example('---').replace(/ {3,}[a-z].*$/gm, '');
    expect(parseDrawer(Buffer.from(drawer))).toMatchObject({
      front: { id: 'd-0f3a9c51d2e84b77', title: 'Why GraphQL' },
      bodyLine: 5,
    });
  });

  test('its tables name every key, hall, kind and rule that the code has', () => {
    const table = page.slice(page.indexOf('| key | type |'), page.indexOf('All keys are optional'));
    const keys = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap((row) =>
      [...(row[1] ?? '').matchAll(/`(\w+)`/g)].map((name) => name[1]),
    );
    expect(keys).toEqual([...FRONT_MATTER_KEYS]);
    for (const hall of HALLS) expect(table).toContain(`\`${hall}\``);
    const grammar = example('transcript =');
    for (const kind of MESSAGE_KINDS) if (kind !== 'text') expect(grammar).toContain(`"${kind}"`);
    for (const line of [...GITATTRIBUTES.trim().split('\n'), GITIGNORE.trim()]) expect(page).toContain(`\`${line}\``);
    expect(page).toContain(`# The files of a palace, format ${PALACE_FORMAT}\n`);
  });
});
