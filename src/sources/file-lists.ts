/**
 * Which files of a folder are worth reading, by name alone. Base: behaviour reference section 13; widened by the languages
 * and formats that people keep in projects today. What is skipped by these lists is named in the report.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Extensions (lower case, without the dot) of text that a person wrote. */
const PROJECT_EXTENSIONS = words(`
  txt md markdown mdx rst adoc org tex
  py js ts jsx tsx mjs cjs mts cts vue svelte
  c h cc cpp cxx hpp hh cs java kt kts go rs rb php swift scala dart r lua ex exs erl hs ml clj groovy gradle zig nim jl pl pm m mm
  sh bash zsh fish ps1 bat cmd
  json jsonl json5 yaml yml toml xml ini cfg conf properties csv tsv sql graphql gql proto tf
  html htm css scss sass less ipynb
`);

/** Whole names (lower case) of text files that have no telling extension. */
const PROJECT_NAMES = words(`
  dockerfile containerfile makefile gnumakefile justfile rakefile gemfile procfile jenkinsfile vagrantfile brewfile
  readme license licence copying changelog changes authors contributors notice todo codeowners
`);

/** Extensions that may hold a conversation or a note. */
const CHAT_EXTENSIONS = words('txt md markdown json jsonl csv');
/** Extensions of conversations and nothing else: read in every mode but never taken for a file of a project. */
const CONVERSATION_EXTENSIONS = words('vtt srt eml mbox vscdb');

/** Extensions of documents that are not text themselves: read in every mode but that for files of a project. */
const DOCUMENT_EXTENSIONS = words('pdf docx pptx xlsx epub');

/** Folders that tools make, and their caches. `.git` and `.palace` are never entered, not even by `include`. */
const SKIP_FOLDERS = words(`
  .git .hg .svn .palace .mempalace
  node_modules bower_components __pycache__ .venv venv env
  dist build .next .nuxt .svelte-kit coverage htmlcov target
  .cache .ruff_cache .mypy_cache .pytest_cache .tox .nox .eggs .ipynb_checkpoints .turbo .parcel-cache .gradle .terraform
  .idea .vscode .obsidian .trash
`);

/** Written by a program, for a program. */
const LOCK_FILES = words(`
  package-lock.json npm-shrinkwrap.json pnpm-lock.yaml yarn.lock bun.lock bun.lockb deno.lock
  cargo.lock poetry.lock pdm.lock uv.lock pipfile.lock go.sum gemfile.lock composer.lock
  mix.lock pubspec.lock flake.lock podfile.lock packages.lock.json .terraform.lock.hcl
`);

/** Settings of this program's ancestors and of git: nobody's memory. */
const SKIP_FILES = words('mempalace.yaml mempalace.yml mempal.yaml mempal.yml .gitignore');

const NOTE_EXTENSIONS = words('md markdown txt');
const NOTE_LIKE = words('md markdown txt mdx rst adoc org');

/** Extension in lower case without the dot; '' when there is none. `.env` has none: its dot begins the name. */
export function extensionOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? '' : base.slice(dot + 1).toLowerCase();
}

/** What the name of a file says about it, before anything of it is read. */
export type NameVerdict = 'text' | 'lock-file' | 'secrets-file' | 'skip-list' | 'extension';

/**
 * `notes` is the verdict for a folder of notes and chats, whose files are text, markdown and JSON only.
 * Environment files are refused in every mode: they hold passwords, and nobody remembers by them.
 */
export function judgeName(name: string, mode: 'auto' | 'files' | 'chats'): NameVerdict {
  const lower = name.toLowerCase();
  if (lower === '.env' || lower.startsWith('.env.')) return 'secrets-file';
  if (LOCK_FILES.has(lower)) return 'lock-file';
  if (SKIP_FILES.has(lower)) return 'skip-list';
  const extension = extensionOf(lower);
  if (mode !== 'files' && (CONVERSATION_EXTENSIONS.has(extension) || lower === 'mbox')) return 'text';
  if (mode !== 'files' && DOCUMENT_EXTENSIONS.has(extension)) return 'text';
  if (mode === 'chats') return CHAT_EXTENSIONS.has(extension) ? 'text' : 'extension';
  return isProjectText(lower, extension) ? 'text' : 'extension';
}

/**
 * True for exports that their extension does not tell, in a folder of notes and chats: archives, pages of Takeout and ChatGPT, the
 * files of Google AI Studio, which have none. `relative` is the path with its folders.
 */
export function isExportName(relative: string): boolean {
  if (extensionOf(relative) === 'zip' || /(?:^|\/)Google AI Studio\/[^/.][^/]*$/.test(relative)) return true;
  // `MyActivity.html` in the languages of Takeout.
  return /(?:^|\/)(?:chat|[^/]*(?:activit|aktivit|attivit|ativid)[^/]*)\.html?$/i.test(relative);
}

/** True for a name that the project-file adapter reads. */
export function isProjectName(name: string): boolean {
  const lower = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  return isProjectText(lower, extensionOf(lower));
}

function isProjectText(lower: string, extension: string): boolean {
  return PROJECT_EXTENSIONS.has(extension) || PROJECT_NAMES.has(lower) || lower.startsWith('dockerfile.');
}

/** True for `.md`, `.markdown` and `.txt`: what the notes adapter reads. */
export function isNoteName(name: string): boolean {
  return NOTE_EXTENSIONS.has(extensionOf(name));
}

/** True for prose formats, whose first lines may say when they were written. */
export function isProseName(name: string): boolean {
  return NOTE_LIKE.has(extensionOf(name));
}

/** True for a folder that no include pattern may open. */
export function isClosedFolder(name: string): boolean {
  return name === '.git' || name === '.palace';
}

/** True for folders of tools, caches and build results. Folders of conversations may well be called `coverage`. */
export function isSkippedFolder(name: string, mode: 'auto' | 'files' | 'chats'): boolean {
  if (mode === 'chats' && name === 'coverage') return false;
  return SKIP_FOLDERS.has(name) || name.endsWith('.egg-info');
}
