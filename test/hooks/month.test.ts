import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureAll, hookStore } from '../../src/hooks/capture.js';
import { readInput } from '../../src/hooks/input.js';
import { listDrawers } from '../../src/services/list/list.js';
import { showDrawer } from '../../src/services/show/show.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { assertClean, type TestPalace } from '../support/palace.js';
import { tempDir } from '../support/temp.js';
import { ClaudeSession, type Project, projectsIn, type Said, World } from './month.js';
import { hook, hookPalace } from './support.js';

/** Names of folders in which people work, and the wings that they are. */
const PROJECTS = {
  driftwood: 'driftwood',
  'ferry line (v2)': 'ferry-line-v2',
  '$(touch pwned) "it\'s"': 'touch-pwned-it-s',
  记忆宫殿: '记忆宫殿',
};

/** Days of somebody who works with two sessions at once, seen by the hooks. */
class Days {
  readonly #palace: TestPalace;
  readonly #world: World;
  readonly #projects: readonly Project[];
  #open: ClaudeSession[] = [];
  /** Sessions that ended or were killed: some are taken up again. */
  #left: ClaudeSession[] = [];

  constructor(palace: TestPalace, world: World, projects: readonly Project[]) {
    this.#palace = palace;
    this.#world = world;
    this.#projects = projects;
  }

  async day(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      if (this.#open.length === 0 || (this.#open.length === 1 && this.#world.random() < 0.3)) await this.#start();
      const session = this.#world.pick(this.#open);
      if (session !== undefined) await this.#step(session);
    }
    this.#world.nextDay();
  }

  /** The next month begins: whatever was left behind is filed. */
  async end(): Promise<void> {
    for (const session of this.#open) if (session.isHalf) session.finishHalf();
    this.#open = [];
    const first = this.#projects[0];
    if (first === undefined) throw new Error('no project');
    // What failed may take some attempts.
    for (let start = 0; start < 3; start++) {
      await this.#tell(new ClaudeSession(this.#world.uuid(), first, this.#world), 'SessionStart', true);
    }
  }

  async #start(): Promise<void> {
    const { random } = this.#world;
    const old = random() < 0.4 ? this.#world.pick(this.#left) : undefined;
    let session: ClaudeSession;
    if (old === undefined) {
      const project = this.#world.pick(this.#projects);
      if (project === undefined) throw new Error('no project');
      session = new ClaudeSession(this.#world.uuid(), project, this.#world);
    } else {
      this.#left = this.#left.filter((each) => each !== old);
      // Of two ways to go on with a conversation, versions differ in which they take.
      session = random() < 0.5 ? old : new ClaudeSession(this.#world.uuid(), old.project, this.#world, old.records);
    }
    this.#open.push(session);
    await this.#tell(session, 'SessionStart', random() < 0.5, { source: old === undefined ? 'startup' : 'resume' });
    session.begin();
  }

  async #step(session: ClaudeSession): Promise<void> {
    const { random } = this.#world;
    if (session.isHalf) session.finishHalf();
    for (let turns = 1 + Math.floor(random() * 6); turns > 0; turns--) {
      session.turn();
      await this.#tell(session, 'Stop', random() < 0.7, { stop_hook_active: false });
    }
    const dice = random();
    if (dice < 0.15) {
      await this.#tell(session, 'PreCompact', random() < 0.5, { trigger: 'auto' });
      session.compact();
      await this.#tell(session, 'SessionStart', false, { source: 'compact' });
    } else if (dice < 0.35) {
      await this.#tell(session, 'SessionEnd', random() < 0.5, { reason: 'exit' });
      this.#close(session);
    } else if (dice < 0.5) {
      // Killed: nothing is told, and perhaps a line is not whole.
      if (random() < 0.3) session.turn();
      this.#close(session);
    } else if (dice < 0.65) session.writeHalf();
  }

  #close(session: ClaudeSession): void {
    this.#open = this.#open.filter((each) => each !== session);
    this.#left.push(session);
  }

  /** Calls a hook; what it starts runs now, later, or is killed after it took its work. */
  async #tell(session: ClaudeSession, event: string, isPrompt: boolean, more: object = {}): Promise<void> {
    const { random } = this.#world;
    const { started, answer } = await hook(this.#palace, readInput('claude-code', event, session.input(event, more)));
    expect(JSON.stringify(answer)).not.toContain('not filed');
    if (started.length === 0) return;
    if (random() < 0.1) hookStore(this.#palace).take();
    else if (isPrompt) expect(await captureAll(this.#palace)).toMatchObject({ failed: 0, busy: false });
  }
}

/** Every message of the palace: where it stands, who said what. */
async function heard(palace: TestPalace): Promise<Said[]> {
  const all: Said[] = [];
  const conversations = new Set<string>();
  for (let offset = 0; ; ) {
    const { drawers, total } = await listDrawers(palace, { limit: 100, offset });
    for (const { id, wing } of drawers) {
      const { result } = await showDrawer(palace, { drawer: id, messages: true });
      // The parts of one source are one conversation.
      const source = `${wing} ${result.source ?? id}`;
      if (conversations.has(source)) continue;
      conversations.add(source);
      for (const { role, kind, text } of result.messages ?? [])
        if (kind === 'text' && (role === 'user' || role === 'assistant')) all.push({ role, text, wing });
    }
    offset += drawers.length;
    if (offset >= total) return all;
  }
}

const lines = (said: readonly Said[]): string[] => said.map((each) => JSON.stringify(each)).sort();

// Mining has its tests on both engines; here the second one is for the full month.
describe.each(ENGINES.slice(0, longRun(1, 2)))('a month of Claude Code (%s)', (engine) => {
  it(`is in the palace: every message once, byte for byte, under its wing`, { timeout: 3_600_000 }, async () => {
    for (let run = 0; run < longRun(1, 2); run++) {
      const palace = await hookPalace(engine);
      const folder = tempDir('work');
      const world = new World(folder, 20_260_501 + run);
      const days = new Days(palace, world, projectsIn(join(folder, 'work'), PROJECTS));
      for (let day = 0; day < longRun(2, 30); day++) await days.day(longRun(3, 6));
      await days.end();
      expect(world.said.length).toBeGreaterThan(longRun(20, 500));
      expect(lines(await heard(palace))).toEqual(lines(world.said));
      expect(hookStore(palace).waits).toBe(false);
      expect(existsSync(join(palace.root, 'pwned')) || existsSync('pwned')).toBe(false);
      if (engine === 'system') assertClean(palace);
    }
  });
});
