import { isObject, textOf } from '../json.js';
import type { SlackDirectory } from './directory.js';

/**
 * Slack's markup as a reader sees it: people and channels by name, `label (address)` for links, `@here`; then `&amp;`, `&lt;` and
 * `&gt;` decoded once. Everything else stays as it was typed.
 */
export function readable(raw: string, directory: SlackDirectory): string {
  return raw
    .split(/(<[^<>]*>)/)
    .map((piece, index) =>
      index % 2 === 0 ? decoded(piece) : (marked(piece.slice(1, -1), directory) ?? decoded(piece)),
    )
    .join('');
}

function marked(inner: string, directory: SlackDirectory): string | undefined {
  const bar = inner.indexOf('|');
  const target = bar === -1 ? inner : inner.slice(0, bar);
  const label = bar === -1 ? '' : decoded(inner.slice(bar + 1));
  if (target.startsWith('@'))
    return `@${label && directory.name(target.slice(1)) === target.slice(1) ? label : directory.name(target.slice(1))}`;
  if (target.startsWith('#')) return `#${label || directory.channelName(target.slice(1))}`;
  if (target.startsWith('!')) {
    const word = target.slice(1);
    if (word.startsWith('date^')) return label || undefined;
    if (label) return label.startsWith('@') || !word.startsWith('subteam') ? label : `@${label}`;
    return `@${word.replace(/^subteam\^/, '')}`;
  }
  if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  return label ? `${label} (${decoded(target)})` : decoded(target);
}

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (_, name: string) => (name === 'amp' ? '&' : name === 'lt' ? '<' : '>'));
}

/** The words of layout blocks, for messages that have no other text. Raw: still with Slack's markup where blocks have it. */
export function blocksText(blocks: unknown): string {
  if (!Array.isArray(blocks)) return '';
  return blocks
    .map((block) => blockText(block))
    .filter((text) => text !== '')
    .join('\n');
}

function blockText(block: unknown): string {
  if (!isObject(block)) return '';
  switch (block.type) {
    case 'text':
    case 'mrkdwn':
    case 'plain_text':
      return textOf(block.text) ?? '';
    case 'user':
      return `<@${String(block.user_id)}>`;
    case 'channel':
      return `<#${String(block.channel_id)}>`;
    case 'usergroup':
      return `<!subteam^${String(block.usergroup_id)}>`;
    case 'broadcast':
      return `<!${String(block.range)}>`;
    case 'emoji':
      return `:${String(block.name)}:`;
    case 'link':
      return textOf(block.text) === undefined
        ? `<${String(block.url)}>`
        : `<${String(block.url)}|${String(block.text)}>`;
    case 'rich_text_section':
    case 'rich_text_preformatted':
    case 'rich_text_quote':
      return parts(block.elements).join('');
    default:
      return [
        isObject(block.text) ? blockText(block.text) : '',
        ...parts(block.fields),
        ...parts(block.elements),
        isObject(block.title) ? blockText(block.title) : '',
      ]
        .filter((text) => text !== '')
        .join('\n');
  }
}

function parts(list: unknown): string[] {
  return Array.isArray(list) ? list.map(blockText) : [];
}
