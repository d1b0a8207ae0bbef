import type { InitResult } from '../../services/init/init.js';
import type { ProjectInit, ProjectProposal, ProposedRoom } from '../../services/init-project/init-project.js';
import { proposedLines } from './entities.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { oneLine } from './width.js';
import { counted, shortCommit } from './words.js';

/** The answer of `init`: the palace, and the wing of PROJECT (null without one). */
export interface InitAnswer extends InitResult {
  wing: string | null;
  rooms: ProposedRoom[];
  entities: ProjectInit['entities'] | null;
  /** Names that were written to entities.yaml. */
  confirmed_entities: string[];
  wing_written: boolean;
  wing_commit: string | null;
}

export function renderInit(result: InitAnswer, out: Output): void {
  const { paint } = out;
  if (result.created) {
    out.line(
      `${paint.bold('palace made')} in ${result.palace}${result.adopted ? ', beside the files that were there' : ''}`,
    );
    if (result.commit !== null)
      out.line(paint.dim(`  commit ${shortCommit(result.commit)}: ${result.files.join(', ')}`));
  } else out.line(`a palace stands in ${result.palace} already; nothing changed there`);
  if (result.wing !== null) {
    const wing = paint.bold(result.wing);
    if (result.wing_written) {
      out.line(`wing ${wing}: ${counted(result.rooms.length, 'room')} in wings/${result.wing}/wing.yaml`);
      out.line(`  ${result.rooms.map(({ name }) => name).join(', ')}`);
      if (result.wing_commit !== null) out.line(paint.dim(`  commit ${shortCommit(result.wing_commit)}`));
    } else if (result.rooms.every(({ known }) => known))
      out.line(`wing ${wing}: wing.yaml has all of its rooms already`);
  }
  if (result.confirmed_entities.length > 0) {
    out.line(`${counted(result.confirmed_entities.length, 'name')} in entities.yaml`);
    out.line(`  ${oneLine(result.confirmed_entities.join(', '))}`);
  }
  for (const note of result.notes) out.note(oneLine(note));
  if (result.created && result.wing === null) out.note('palace mine PATH reads a project or conversations in');
}

/** What would be written about a project, to be shown before the question. */
export function proposalLines(proposal: ProjectProposal, out: Pick<Output, 'width'>): string[] {
  const rows = proposal.rooms.map(({ name, keywords, description, known }) => [
    `  ${name}`,
    known ? 'known' : '',
    keywords.join(', ') || description,
  ]);
  return [
    `${oneLine(proposal.source)}: ${counted(proposal.files, 'file')}; rooms of wing ${proposal.wing}:`,
    ...table([{}, {}, { flexible: true }], rows, out.width),
    ...proposedLines(proposal.entities, out),
  ];
}
