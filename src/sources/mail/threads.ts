import type { Letter } from './letter.js';

export interface Thread {
  /** Stays the same when the mailbox grows: the service's number, else the id of the mail that began it. */
  id: string;
  subject: string;
  letters: Letter[];
}

/** Mails in conversations: by the service's own number, else by what answers what. Of one conversation the oldest comes first. */
export function threadsOf(letters: readonly Letter[]): Thread[] {
  const groups = new Groups();
  for (const letter of letters) {
    const key = letter.thread === undefined ? letter.id : `thread ${letter.thread}`;
    groups.join(letter.id, key);
    if (letter.thread === undefined) for (const reference of letter.references) groups.join(letter.id, reference);
  }
  const threads = new Map<string, Letter[]>();
  for (const letter of letters) {
    const root = groups.root(letter.id);
    const thread = threads.get(root);
    if (thread === undefined) threads.set(root, [letter]);
    else thread.push(letter);
  }
  return [...threads.values()].map((all) => {
    const sorted = all.every(({ time }) => time !== undefined) ? [...all].sort(byTime) : all;
    const first = sorted[0];
    const id = first?.thread ?? (first?.references[0] ?? first?.id ?? '').replace(/^<|>$/g, '');
    return { id, subject: titleOf(first?.subject ?? ''), letters: sorted };
  });
}

function byTime(a: Letter, b: Letter): number {
  return (a.time ?? '') < (b.time ?? '') ? -1 : (a.time ?? '') > (b.time ?? '') ? 1 : 0;
}

const ANSWER =
  /^(?:(?:re|aw|antw|sv|vs|rv|rif|res|fw|fwd|wg|tr|enc|回复|答复|转发|回覆|轉寄)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]\s*)+/iu;

/** A subject without `Re:`, `AW:`, `Fwd:` and the like. */
export function titleOf(subject: string): string {
  return subject.replace(ANSWER, '').trim();
}

/** Sets that can be joined (union-find). */
class Groups {
  private readonly parents = new Map<string, string>();

  root(key: string): string {
    let root = key;
    for (let up = this.parents.get(root); up !== undefined && up !== root; up = this.parents.get(root)) root = up;
    // Paths are shortened, so that a chain of 100,000 answers stays linear.
    for (let at = key; at !== root; ) {
      const up = this.parents.get(at) ?? root;
      this.parents.set(at, root);
      at = up;
    }
    return root;
  }

  join(one: string, other: string): void {
    this.parents.set(this.root(one), this.root(other));
  }
}
