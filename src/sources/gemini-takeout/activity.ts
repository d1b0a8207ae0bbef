/** One entry of Google's activity log, whichever form the file has. */
export interface Activity {
  /** Title as it stands: the verb and the prompt, or what else was done. */
  title: string;
  /** UTC, or a wall clock without zone; absent where none could be read. */
  time?: string;
  /** Address of the conversation. */
  url?: string;
  /** Names of attached files. */
  files: readonly string[];
  /** Answers as HTML. */
  answers: readonly string[];
  bytes: number;
}

/** An entry whose words are held as bytes: logs of years have hundreds of megabytes of them. */
export interface HeldActivity extends Pick<Activity, 'time' | 'url' | 'bytes'> {
  /** `none`: its title does not begin with the verb of a prompt. */
  prompt: 'words' | 'blank' | 'none';
  answers: number;
  files: number;
  words: Buffer;
}

export function held({ title, files, answers, ...rest }: Activity): HeldActivity {
  const prompt = promptOf(title);
  return {
    ...rest,
    prompt: prompt === undefined ? 'none' : prompt.trim() === '' ? 'blank' : 'words',
    answers: answers.length,
    files: files.length,
    words: Buffer.from(JSON.stringify([title, files, answers])),
  };
}

/** What {@link held} was given. */
export function released({ time, url, bytes, words }: HeldActivity): Activity {
  const [title, files, answers] = JSON.parse(words.toString('utf8')) as [string, string[], string[]];
  return { title, files, answers, bytes, ...(time !== undefined && { time }), ...(url !== undefined && { url }) };
}

/** What stands beside `Gemini` in the name of the product, in the languages that are known. */
const APPS = new Set(
  'apps|app|-apps|-appar|applications|apps de|apps do|app di|aplicaciones de|aplicativos do|aplikacje|приложения|uygulamaları|アプリ|앱|应用|应用程序|應用程式'.split(
    '|',
  ),
);

/** True for the exact name of the product. Titles and addresses of other products hold the word as well. */
export function isGemini(header: string): boolean {
  if (header === 'Bard' || header === 'Gemini') return true;
  const rest = header.replace('Gemini', '');
  return rest !== header && APPS.has(rest.trim().toLowerCase());
}

const VERB = /^Prompted[ \u00a0]/;

/** The prompt without the verb before it; undefined where the title does not begin with it. */
export function promptOf(title: string): string | undefined {
  return VERB.test(title) ? title.replace(VERB, '') : undefined;
}
