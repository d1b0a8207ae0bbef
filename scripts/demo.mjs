// npm run demo: makes a palace in a temporary folder, reads docs/ and templates/demo/ in, and shows what it is for.
// Nothing outside that folder is touched. PALACE_DEMO_KEEP=1 keeps the folder and prints where it is.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'bin', 'run.js');
const work = mkdtempSync(join(tmpdir(), 'palace-demo-'));
const palace = join(work, 'palace');
const home = join(work, 'home');
mkdirSync(home);
writeFileSync(
  join(home, '.gitconfig'),
  '[user]\n\tname = Mira Demo\n\temail = mira@example.org\n[init]\n\tdefaultBranch = main\n',
);
const env = {
  ...process.env,
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
  PALACE_PATH: palace,
};

const say = (text) => console.log(`\n# ${text}`);
const shown = (args) => args.map((word) => (/[^\w./:@=+,-]/.test(word) ? `'${word}'` : word)).join(' ');

/** Runs a command as a user would, shows it, and stops the demo when it fails. */
function palaceRun(args, { quiet = false, silent = false } = {}) {
  if (!silent) console.log(`\n$ palace ${shown(args)}`);
  // What goes wrong, and how far a long run has come, is seen at once.
  const run = spawnSync(process.execPath, [bin, ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!quiet) process.stdout.write(run.stdout);
  if (run.status !== 0) throw new Error(`palace ${shown(args)} ended with ${run.status}\n${run.stdout}`);
  return run.stdout;
}
const palaceJson = (args) => JSON.parse(palaceRun([...args, '--json'], { quiet: true }));

try {
  say('A new palace: an ordinary git repository');
  palaceRun(['init']);

  say("Three weeks of conversations with Claude Code, a team's notes, and the pages of this very repository");
  palaceRun(['mine', join(root, 'templates', 'demo', 'sessions'), '--mode', 'chats']);
  palaceRun(['mine', join(root, 'templates', 'demo', 'notes'), '--mode', 'chats', '--wing', 'ferryline']);
  palaceRun(['mine', join(root, 'docs'), '--wing', 'gitpalace']);
  palaceRun(['tree']);

  say('Why did we do that? In English and in Chinese');
  palaceRun(['search', 'why did we switch to GraphQL', '--wing', 'ferryline', '--limit', '3']);
  palaceRun(['search', '为什么切换到 GraphQL', '--wing', 'ferryline', '--limit', '2']);
  palaceRun(['search', 'why are objects and refs written by ourselves', '--wing', 'gitpalace', '--limit', '1']);

  say('A memory is a file: edit it by hand');
  const found = palaceJson(['search', 'Keycloak replaces Clerk data residency', '--wing', 'ferryline', '--limit', '1']);
  const hit = found.hits[0];
  const before = found.commit;
  const file = join(palace, hit.path);
  console.log(`(adding a line to ${hit.path})`);
  writeFileSync(
    file,
    `${readFileSync(file, 'utf8')}\nAddendum: the updates moved from Tomas to Lin Lan in June, codeword basalt.\n`,
  );
  palaceRun(['status']);
  palaceRun(['diff']);
  palaceRun(['save', '-m', 'Lin Lan owns the Keycloak updates']);

  say('History: who changed what, and what we knew before');
  palaceRun(['log', hit.id]);
  palaceRun(['search', 'basalt', '--wing', 'ferryline', '--limit', '1']);
  palaceRun(['search', 'basalt', '--wing', 'ferryline', '--limit', '1', '--as-of', before]);
  palaceRun(['log', '--limit', '6']);
  palaceRun(['verify']);

  const status = JSON.parse(palaceRun(['status', '--json'], { quiet: true, silent: true }));
  say(
    `Done: ${status.drawers} memories in ${Object.keys(status.wings).length} wings of a git repository made in ${work}; found in two languages, ` +
      'edited in a file, saved, and searched as of the commit before the edit.',
  );
  console.log(
    process.env.PALACE_DEMO_KEEP === '1'
      ? `Kept: ${palace}`
      : 'The folder is removed now; PALACE_DEMO_KEEP=1 keeps it.',
  );
} finally {
  if (process.env.PALACE_DEMO_KEEP !== '1') rmSync(work, { recursive: true, force: true });
}
