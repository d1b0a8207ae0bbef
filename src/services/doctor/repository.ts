import { findGitBinary } from '../../git/system/binary.js';
import { GitRunner } from '../../git/system/run.js';
import { isPalacePath } from '../../palace/change-paths.js';
import type { Palace } from '../../palace/types.js';
import { checkGitIndex } from './git-index.js';
import { type Check, check, type Examination } from './types.js';

/** Git itself: the engine, the objects, where HEAD stands, what is not saved, who commits. */
export async function checkRepository({ palace, fix }: Examination): Promise<Check[]> {
  const binary = await findGitBinary(palace.runtime);
  return [
    engine(palace, binary),
    'problem' in binary || palace.git.engine !== 'system' ? await headObjects(palace) : await fsck(palace, binary.path),
    ...(await workTree(palace, fix)),
    await identity(palace),
  ];
}

function engine(palace: Palace, binary: Awaited<ReturnType<typeof findGitBinary>>): Check {
  if (palace.git.engine === 'system')
    return check('git', 'ok', 'problem' in binary ? 'git' : `git ${binary.version} (${binary.path})`);
  if (!('problem' in binary)) return check('git', 'ok', 'the built-in git, as chosen');
  return check('git', 'warning', `the built-in git is used, because ${binary.problem}`, {
    next: ['install git: large palaces, ssh remotes and linked work trees need it'],
  });
}

/** Every exit code of fsck is an answer: its bits say what was found. */
const FSCK_CODES = Array.from({ length: 64 }, (_, code) => code);

/** All of it: `--connectivity-only` passes over the bytes of the files, which are the words. */
async function fsck(palace: Palace, binary: string): Promise<Check> {
  const runner = new GitRunner(binary, palace.root, palace.runtime);
  const args = ['fsck', '--full', '--no-dangling', '--no-progress'];
  const { code, stdout, stderr } = await runner.run(args, { codes: FSCK_CODES });
  if (code === 0) return check('repository', 'ok', 'every object that the history needs is there, and whole');
  const places = `${stdout.toString('utf8')}${stderr}`
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('notice:'));
  return damaged(places);
}

/** Without git: what the files of HEAD need. */
async function headObjects(palace: Palace): Promise<Check> {
  const { git } = palace;
  const { commit } = await git.head();
  if (commit === undefined) return check('repository', 'ok', 'there is no commit yet');
  const places: string[] = [];
  const { tree } = await git.readCommit(commit);
  for (const { path, id } of await git.listFiles(tree)) {
    try {
      await git.readBlob(id);
    } catch (error) {
      places.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (places.length > 0) return damaged(places);
  return check('repository', 'ok', 'every file of HEAD can be read (git itself would check the whole history)');
}

function damaged(places: string[]): Check {
  return check('repository', 'problem', 'objects are missing or damaged', {
    places,
    next: ['git fetch (a remote may have them)', 'git fsck --full', 'git clone a good copy and compare'],
  });
}

async function workTree(palace: Palace, fix: boolean): Promise<Check[]> {
  const gitIndex = await checkGitIndex(palace, fix);
  const { head, entries, inProgress } = await palace.git.status();
  const checks: Check[] = [];
  if (head.kind === 'detached')
    checks.push(
      check('branch', 'problem', 'HEAD is detached: nothing can be written', {
        next: ['git switch main', 'git switch -c NAME'],
      }),
    );
  else checks.push(check('branch', 'ok', head.ref.replace('refs/heads/', '')));
  const conflicted = entries.filter((entry) => entry.conflicted).map((entry) => entry.path);
  if (inProgress !== undefined)
    checks.push(
      check('unfinished', 'problem', `a ${inProgress} was begun and not finished: nothing can be written`, {
        places: conflicted,
        next: [
          inProgress === 'bisect' ? 'git bisect reset' : `git ${inProgress} --continue`,
          ...(inProgress === 'bisect' ? [] : [`git ${inProgress} --abort`]),
        ],
      }),
    );
  else if (conflicted.length > 0)
    checks.push(
      check('unfinished', 'problem', 'files are unmerged', {
        places: conflicted,
        next: ['settle them, then: git add PATH'],
      }),
    );
  checks.push(gitIndex);
  const unsaved = entries.filter(({ path, work, staged }) => isPalacePath(path) && (work !== 'same' || staged));
  checks.push(
    unsaved.length === 0
      ? check('unsaved', 'ok', 'every edit is saved')
      : check('unsaved', 'warning', 'there are edits that no commit has yet', {
          places: unsaved.map((entry) => entry.path),
          next: ['palace save', 'git diff'],
        }),
  );
  return checks;
}

async function identity(palace: Palace): Promise<Check> {
  const user = await palace.git.identity();
  if (user) return check('identity', 'ok', `${user.name} <${user.email}>`);
  return check('identity', 'warning', 'git knows no user here: your writes are by palace <palace@localhost>', {
    next: ['git config --global user.name "Your Name"', 'git config --global user.email you@example.org'],
  });
}
