import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readAllConfig, userConfigFolder } from '../config/files.js';
import type { Repository } from '../repository.js';
import { type GitRunner, splitNul } from './run.js';

/** What git config says in one repository. */
export class Settings {
  readonly #repository: Repository;
  readonly #runner: GitRunner;
  readonly #systemFile: string | undefined;
  #known: { stamp: string; values: Promise<ReadonlyMap<string, string>> } | undefined;

  /** `systemFile`: where this git binary looks for the settings of the machine; undefined when that is not known. */
  constructor(repository: Repository, runner: GitRunner, systemFile: string | undefined) {
    this.#repository = repository;
    this.#runner = runner;
    this.#systemFile = systemFile;
  }

  /**
   * Every key's last value (the one that counts). One command asks for identity, signing, reflog and remote, so the answer is
   * kept until {@link forget} or until one of the usual files of settings changes.
   */
  values(): Promise<ReadonlyMap<string, string>> {
    const { env, home } = this.#runner.runtime;
    const files = [
      join(this.#repository.commonDir, 'config'),
      env.GIT_CONFIG_GLOBAL,
      join(home, '.gitconfig'),
      join(userConfigFolder(this.#runner.runtime), 'config'),
    ];
    const stamp = files.map((file) => stampOf(file)).join(' ');
    if (this.#known?.stamp !== stamp) this.#known = { stamp, values: this.#read() };
    return this.#known.values;
  }

  forget(): void {
    this.#known = undefined;
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    return (await this.#plain()) ?? (await this.#asked());
  }

  /** Read from the files, for want of a process; undefined where only git knows which files count and under what condition. */
  async #plain(): Promise<ReadonlyMap<string, string> | undefined> {
    const { env, home, platform } = this.#runner.runtime;
    // Elsewhere git is built with further files of its vendor; another home than ours has other files.
    if (this.#systemFile === undefined || platform !== 'linux' || env.HOME !== home) return undefined;
    const values = await readAllConfig(this.#repository, this.#runner.runtime, this.#systemFile);
    for (const key of values.keys()) if (/^include(?:if)?\./.test(key)) return undefined;
    return values;
  }

  async #asked(): Promise<ReadonlyMap<string, string>> {
    const { stdout } = await this.#runner.run(['config', '--null', '--list']);
    return new Map(
      splitNul(stdout).map((record) => {
        const end = record.indexOf('\n');
        return end < 0 ? [record, 'true'] : [record.slice(0, end), record.slice(end + 1)];
      }),
    );
  }
}

function stampOf(file: string | undefined): string {
  const found = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '-' : `${found.ino}:${found.size}:${found.mtimeMs}`;
}
