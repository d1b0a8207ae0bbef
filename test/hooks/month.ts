import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A message that must be in the palace, byte for byte and once. */
export interface Said {
  role: 'user' | 'assistant';
  text: string;
  wing: string;
}

/** A folder in which somebody works, and the wing that its conversations belong to. */
export interface Project {
  cwd: string;
  wing: string;
}

const ENDINGS = [
  '',
  '\n\n```ts\nconst a = "$(touch pwned)";\n```\n',
  ' \r\nA line of Windows.  ',
  '\n### [user] 2026-01-01T00:00:00Z {x}\nNot a header.',
  ' 记忆宫殿，第二层。',
  '\n\n\n   indented, and blank lines around\n\n',
  ' <b>`~~~`</b> \\### \u{1f3db}',
  `\n${'long '.repeat(400)}`,
];

/**
 * Claude Code as it writes: a file for each session under `projects/`, records in a chain, answers in several records, tools, summaries, and lines
 * that are not whole yet when somebody looks.
 */
export class ClaudeSession {
  readonly path: string;
  #records: Record<string, unknown>[] = [];
  #last: string | null = null;
  #half = '';

  constructor(
    readonly id: string,
    readonly project: Project,
    private readonly world: World,
    copied: readonly Record<string, unknown>[] = [],
  ) {
    const folder = join(world.home, '.claude', 'projects', project.cwd.replace(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(folder, { recursive: true });
    this.path = join(folder, `${id}.jsonl`);
    // Some versions copy a conversation that is resumed into a file of its own.
    for (const record of copied) this.#write({ ...record, sessionId: id });
  }

  get records(): readonly Record<string, unknown>[] {
    return this.#records;
  }

  /** The file stands when the first record is written, after the hook of the start. */
  begin(): void {
    this.#write({ type: 'file-history-snapshot', messageId: this.world.uuid(), snapshot: {} });
    if (this.world.random() < 0.3)
      this.#say('user', 'Caveat: the messages below were made by the user while running local commands.', {
        isMeta: true,
      });
  }

  /** One turn: a person asks, the model thinks, uses tools, answers. */
  turn(): void {
    const { random } = this.world;
    if (random() < 0.15) this.#say('user', '<command-name>/model</command-name>\n<command-args>opus</command-args>');
    const question = this.world.words('user', this.project);
    this.#say('user', random() < 0.5 ? question : [{ type: 'text', text: question }]);
    if (random() < 0.1) {
      this.#say('user', [{ type: 'text', text: '[Request interrupted by user]' }]);
      return;
    }
    const message = `msg_${this.world.uuid()}`;
    this.#answer(message, { type: 'thinking', thinking: 'Hm.', signature: 'x' });
    if (random() < 0.5) {
      const tool = `toolu_${this.world.uuid()}`;
      this.#answer(message, { type: 'tool_use', id: tool, name: 'Bash', input: { command: 'ls "$(pwd)"' } });
      this.#say('user', [{ type: 'tool_result', tool_use_id: tool, content: 'a\nb' }], {
        toolUseResult: { stdout: 'a\nb' },
      });
    }
    this.#answer(`msg_${this.world.uuid()}`, { type: 'text', text: this.world.words('assistant', this.project) });
  }

  /** The program has forgotten the beginning; the file has not. */
  compact(): void {
    this.#write({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      logicalParentUuid: this.#last,
    });
    this.#last = null;
    this.#say('user', 'This session is being continued from a previous conversation.', {
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
    });
  }

  /** The first part of a line, as it is found when a write is going on. */
  writeHalf(): void {
    const line = `${JSON.stringify(this.#record('user', { type: 'user', message: { role: 'user', content: this.world.words('user', this.project) } }))}\n`;
    const at = Math.floor(line.length / 2);
    appendFileSync(this.path, line.slice(0, at));
    this.#half = line.slice(at);
  }

  finishHalf(): void {
    appendFileSync(this.path, this.#half);
    this.#half = '';
  }

  get isHalf(): boolean {
    return this.#half !== '';
  }

  input(event: string, more: object = {}): string {
    return JSON.stringify({
      session_id: this.id,
      transcript_path: this.path,
      cwd: this.project.cwd,
      permission_mode: 'default',
      hook_event_name: event,
      ...more,
    });
  }

  #answer(id: string, part: object): void {
    const message = { id, type: 'message', role: 'assistant', model: 'claude-opus-4-8', content: [part] };
    this.#write(this.#record('assistant', { type: 'assistant', message }));
  }

  #say(role: 'user', content: unknown, more: object = {}): void {
    this.#write(this.#record(role, { type: 'user', message: { role, content }, ...more }));
  }

  #record(_role: string, more: object): Record<string, unknown> {
    const uuid = this.world.uuid();
    const record = {
      parentUuid: this.#last,
      isSidechain: false,
      userType: 'external',
      cwd: this.project.cwd,
      sessionId: this.id,
      version: '2.1.3',
      gitBranch: '',
      ...more,
      uuid,
      timestamp: this.world.time(),
    };
    this.#last = uuid;
    return record;
  }

  #write(record: Record<string, unknown>): void {
    if (typeof record.uuid === 'string') this.#last = record.uuid;
    this.#records.push(record);
    appendFileSync(this.path, `${JSON.stringify(record)}\n`);
  }
}

/** What all sessions share: the clock, ids, and everything that was said. */
export class World {
  readonly said: Said[] = [];
  readonly random: () => number;
  #count = 0;
  #now = Date.UTC(2026, 4, 1, 8);

  constructor(
    readonly home: string,
    seed: number,
  ) {
    this.random = randomOf(seed);
  }

  uuid(): string {
    const part = (length: number): string =>
      Array.from({ length }, () => Math.floor(this.random() * 16).toString(16)).join('');
    return `${part(8)}-${part(4)}-4${part(3)}-a${part(3)}-${part(12)}`;
  }

  time(): string {
    this.#now += 1000 + Math.floor(this.random() * 60_000);
    return new Date(this.#now).toISOString();
  }

  nextDay(): void {
    this.#now = (Math.floor(this.#now / 86_400_000) + 1) * 86_400_000 + 8 * 3_600_000;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.random() * list.length)];
  }

  /** A text that is said once in the world. */
  words(role: Said['role'], { wing }: Project): string {
    const count = this.#count++;
    const text = `${role === 'user' ? 'Question' : 'Answer'} ${count} about the ${wing}.${this.pick(ENDINGS) ?? ''}`;
    this.said.push({ role, text, wing });
    return text;
  }
}

/** A file of a conversation, as whole lines; for what a test found wrong. */
export function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n');
}

/** Makes the folders of projects: each a repository or a plain folder. */
export function projectsIn(folder: string, names: Readonly<Record<string, string>>): Project[] {
  return Object.entries(names).map(([name, wing]) => {
    const cwd = join(folder, name);
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, 'README.md'), `# ${wing}\n`);
    return { cwd, wing };
  });
}
