import type { AcceptResult } from '../../services/entities/accept.js';
import type { DetectResult, Proposal, ProposedEntity } from '../../services/entities/detect.js';
import type { ListEntitiesResult } from '../../services/entities/list.js';
import type { EntityChange } from '../../services/entities/types.js';
import { dots, signs } from '../confirm-entities.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { oneLine } from './width.js';
import { counted, shortCommit } from './words.js';

export function renderEntities({ entities, disputed, collisions }: ListEntitiesResult, out: Output): void {
  const rows = entities.map(({ name, type, code, code_chosen, aliases }) => [
    oneLine(name),
    type,
    `${code ?? ''}${code_chosen ? '*' : ''}`,
    oneLine(aliases.join(', ')),
  ]);
  const columns = [{ title: 'name' }, { title: 'type' }, { title: 'code' }, { title: 'also', flexible: out.terminal }];
  if (rows.length > 0) for (const line of table(columns, rows, out.width)) out.line(line);
  else out.note('nobody and nothing is confirmed; palace entities detect looks for names');
  if (entities.some(({ code_chosen }) => code_chosen)) out.note('* chosen; other codes follow from the name');
  for (const { alias, names } of disputed)
    out.note(`"${oneLine(alias)}" is a name of both ${names[0]} and ${names[1]}; taken for ${names[0]}`);
  for (const { name, code } of collisions) out.note(`${oneLine(name)} cannot have ${oneLine(code)}: it is taken`);
}

export function renderEntityChange({ status, entity, commit, dry_run, notes }: EntityChange, out: Output): void {
  const { name, type, code, aliases } = entity;
  const also = aliases.length === 0 ? '' : `, also ${oneLine(aliases.join(', '))}`;
  const what = `${out.paint.bold(oneLine(name))}: ${type}${code === null ? '' : `, ${code}`}${also}`;
  const done = dry_run && status !== 'unchanged' ? `would be ${status}` : status;
  out.line(`${done}  ${what}${commit === null ? '' : `  ${out.paint.dim(shortCommit(commit))}`}`);
  for (const note of notes) out.note(note);
}

const SECTIONS: readonly (readonly [keyof Proposal, string])[] = [
  ['people', 'people'],
  ['projects', 'projects'],
  ['tools', 'tools'],
  ['organizations', 'organisations'],
  ['places', 'places'],
  ['uncertain', 'uncertain'],
];

/** The names that were found, section by section; nothing for an empty one. */
export function proposedLines(found: Proposal, out: Pick<Output, 'width'>): string[] {
  return SECTIONS.flatMap(([key, title]) => {
    if (found[key].length === 0) return [];
    return [title, ...table([{}, {}, {}, { flexible: true }], found[key].map(proposedRow), out.width)];
  });
}

function proposedRow(one: ProposedEntity): string[] {
  const mark = one.known
    ? 'known'
    : one.certain
      ? 'certain'
      : one.kind === 'uncertain' && one.guess
        ? `${one.guess}?`
        : '';
  return [`  ${oneLine(one.name)}`, dots(one.confidence), mark, signs(one.evidence)];
}

export function renderDetect(result: DetectResult, out: Output): void {
  const lines = proposedLines(result, out);
  for (const line of lines) out.line(line);
  if (lines.length === 0) out.note('no names were found');
  out.note(`${counted(result.texts, 'text')} read of ${oneLine(result.source)}; nothing was written`);
  for (const note of result.notes) out.note(oneLine(note));
}

/** The answer of `entities review`. */
export interface ReviewAnswer extends AcceptResult {
  /** False when nobody was there to say yes, or the person broke off. */
  confirmed: boolean;
  found: DetectResult;
}

export function renderReview({ added, commit, dry_run, confirmed, found }: ReviewAnswer, out: Output): void {
  for (const { name, type } of added) out.line(`${dry_run ? 'would be added' : 'added'}  ${oneLine(name)}: ${type}`);
  if (commit !== null) out.line(out.paint.dim(`commit ${shortCommit(commit)}`));
  if (!confirmed) out.note('nothing was written; --yes takes the certain people and projects');
  else if (added.length === 0) out.note('nothing is new');
  for (const note of found.notes) out.note(oneLine(note));
}
