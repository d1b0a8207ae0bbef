import type { MessageKind } from '../../palace/transcript-types.js';
import type { Tally } from '../tally.js';

/**
 * A reminder that the program put between lines of text: its tags begin and end lines, and no second opening stands inside, so
 * that an unclosed tag takes nothing with it. A closed code fence is passed over first: a person may be quoting.
 */
const REMINDER =
  /(^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\2[ \t]*$)|^[ \t]*<system-reminder>(?:(?!<\/?system-reminder>)[\s\S])*<\/system-reminder>[ \t]*(?:\r?\n|(?![\s\S]))/gm;

/** The text without reminder blocks, each of them counted. Nothing else changes. */
export function withoutReminders(text: string, tally: Tally): string {
  if (!text.includes('<system-reminder>')) return text;
  return text.replace(REMINDER, (block: string, fence: string | undefined) => {
    if (fence !== undefined) return block;
    tally.add('system-reminder blocks', Buffer.byteLength(block));
    return '';
  });
}

const NOTICE_TAGS = [
  'command-name',
  'command-message',
  'command-args',
  'local-command-stdout',
  'local-command-stderr',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
];
const CONTEXT_TAGS = [
  'task-notification',
  'user-prompt-submit-hook',
  'hook_output',
  'ide_opened_file',
  'ide_selection',
  'local-command-caveat',
];
const TAGGED = new RegExp(`<(${[...NOTICE_TAGS, ...CONTEXT_TAGS].join('|')})>[\\s\\S]*?</\\1>`, 'g');

/**
 * What a text in the person's place really is when the program wrote it: `notice` for status lines and local commands,
 * `context` for what is shown to the model only; undefined for the person's own words. A text is the program's only when
 * nothing but its tags stands in it.
 */
export function injectedKind(text: string): MessageKind | undefined {
  if (/^\[Request interrupted by user[^\]\n]*\]$/.test(text)) return 'notice';
  if (!text.startsWith('<')) return undefined;
  let notice = false;
  const rest = text.replace(TAGGED, (_block, tag: string) => {
    notice ||= NOTICE_TAGS.includes(tag);
    return '';
  });
  if (rest.trim() !== '') return undefined;
  return notice ? 'notice' : 'context';
}
