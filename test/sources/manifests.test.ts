import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openProject } from '../../src/git/project.js';
import { isManifest, readManifest } from '../../src/sources/manifests.js';
import { ENGINES } from '../support/engines.js';
import { testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';

async function read(path: string, text: string): Promise<string[]> {
  return (await readManifest(path, text)).map(
    ({ kind, name, onlyIfMentioned }) => `${kind}:${name}${onlyIfMentioned ? '?' : ''}`,
  );
}

describe('manifests', () => {
  it('say what a project is called, who makes it, what it needs', async () => {
    expect(
      await read(
        'package.json',
        '{"name":"@acme/tides","author":"Nadia Berg <n@x.org> (https://x.org)","contributors":[{"name":"Bo Lind"},"dependabot[bot]"],"dependencies":{"@scope/vite":"1"}}',
      ),
    ).toEqual(['project:tides', 'person:Nadia Berg', 'person:Bo Lind', 'tool:vite?']);
    expect(
      await read(
        'pyproject.toml',
        '[project]\nname = "tides"\nauthors = [{name = "Åsa Öberg", email = "a@x.org"}]\ndependencies = ["numpy>=1.2", "rich"]\n',
      ),
    ).toEqual(['project:tides', 'person:Åsa Öberg', 'tool:numpy?', 'tool:rich?']);
    expect(
      await read(
        'pyproject.toml',
        '[tool.poetry]\nname = "tides"\nauthors = ["Bo Lind <b@x.org>"]\n[tool.poetry.dependencies]\npython = "^3"\n',
      ),
    ).toEqual(['project:tides', 'person:Bo Lind', 'tool:python?']);
    expect(
      await read(
        'Cargo.toml',
        '[package]\nname = "tides"\nauthors = ["The Tides Developers"]\n[dependencies]\nserde = "1"\n',
      ),
    ).toEqual(['project:tides', 'tool:serde?']);
    expect(
      await read('go.mod', 'module example.org/acme/tides/v2\n\nrequire (\n\tgithub.com/x/yaml/v3 v3.0.1\n)\n'),
    ).toEqual(['project:tides', 'tool:yaml?']);
    expect(await read('CITATION.cff', 'title: Tides\nauthors:\n  - given-names: 芳\n    family-names: Wang\n')).toEqual(
      ['project:Tides', 'person:芳 Wang'],
    );
    expect(await read('AUTHORS', "# People\n- Siobhán O'Neill <s@x.org>\nacme team <t@x.org>\n")).toEqual([
      "person:Siobhán O'Neill",
    ]);
  });

  it('that are broken, or something else, say nothing', async () => {
    for (const name of ['package.json', 'pyproject.toml', 'Cargo.toml', 'CITATION.cff', 'composer.json'])
      for (const text of [
        '',
        '{',
        '[[[',
        '\u0000',
        '"text"',
        '[1]',
        'a: [',
        '{"name": 7, "author": null, "authors": {"a": 1}}',
      ])
        expect(await read(name, text)).toEqual([]);
    expect([
      isManifest('package.json'),
      isManifest('a/Cargo.toml'),
      isManifest('a/b/c/package.json'),
      isManifest('x.json'),
    ]).toEqual([true, true, false, false]);
  });
});

describe.each(ENGINES)('authors of a project with %s git', (engine) => {
  it('are counted, the most commits first; none before the first commit', async () => {
    const root = tempDir();
    const runtime = testRuntime({ home: root });
    const git = (name: string, ...args: string[]) =>
      execFileSync('git', ['-c', `user.name=${name}`, '-c', `user.email=${name.replace(/\W/g, '')}@x.org`, ...args], {
        cwd: root,
        stdio: 'ignore',
      });
    git('A', 'init', '-q');
    const open = async () => {
      const project = await openProject(root, engine, runtime);
      if (project === undefined) throw new Error('no project');
      const authors = await project.authors(3);
      await project.close();
      return authors;
    };
    expect(await open()).toEqual([]);
    for (const [at, name] of ['Old One', 'Bo Lind', 'Åsa Öberg', 'Bo Lind'].entries()) {
      writeFileSync(join(root, 'a.txt'), `${at}`);
      git(name, 'add', '-A');
      git(name, 'commit', '-qm', `${at}`, '--date', `2026-01-0${at + 1}T00:00:00Z`);
    }
    expect((await open()).map(({ name, commits }) => [name, commits])).toEqual([
      ['Bo Lind', 2],
      ['Åsa Öberg', 1],
    ]);
  });
});
