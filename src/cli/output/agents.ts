import type { AddAgentResult } from '../../services/agents/add.js';
import type { AgentsResult } from '../../services/agents/list.js';
import type { ShowAgentResult } from '../../services/agents/show.js';
import type { DiaryImportResult } from '../../services/diary/import.js';
import type { DiaryReadResult } from '../../services/diary/read.js';
import type { DiaryWriteResult } from '../../services/diary/write.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { oneLine } from './width.js';
import { counted, grouped, shortCommit } from './words.js';

export function renderAgents({ agents, total }: AgentsResult, out: Output): void {
  const rows = agents.map(({ name, focus, entries, last_entry: last, registered }) => [
    name,
    counted(entries, 'entry', 'entries'),
    last ?? '',
    oneLine(focus || (registered ? '' : 'keeps a diary; not registered')),
  ]);
  for (const line of table([{}, { align: 'right' }, {}, { flexible: out.terminal }], rows, out.width)) out.line(line);
  if (total === 0) out.note('no agents: palace agents add NAME, or palace diary write NAME TEXT');
}

export function renderAddedAgent({ status, name, wing, path, commit }: AddAgentResult, out: Output): void {
  out.line(`${status} agent ${name} (diary in wing ${wing})`);
  out.note(commit === null ? `${path} says so already` : `${path}, commit ${shortCommit(commit)}`);
}

export function renderAgent(agent: ShowAgentResult, out: Output): void {
  const {
    name,
    focus,
    description,
    wing,
    tags,
    created,
    registered,
    entries,
    first_entry: first,
    last_entry: last,
    patterns,
  } = agent;
  out.line(`${out.paint.bold(name)}${focus === '' ? '' : `  ${focus}`}`);
  if (description !== '') out.line(description);
  out.line(
    `wing ${wing}${tags.length === 0 ? '' : `; tags ${tags.join(', ')}`}${created === '' ? '' : `; since ${created}`}`,
  );
  out.line(
    entries === 0 ? 'no entries yet' : `${counted(entries, 'entry', 'entries')}, ${first ?? '?'} to ${last ?? '?'}`,
  );
  const { topics, recurring, flags } = patterns;
  if (topics.length > 0)
    out.line(`topics: ${topics.map(({ topic, entries: count }) => `${topic} ${grouped(count)}`).join(', ')}`);
  if (recurring.length > 0)
    out.line(
      `again and again: ${recurring.map(({ term, entries: count }) => `${term} ${grouped(count)}x`).join(', ')}`,
    );
  if (Object.keys(flags).length > 0)
    out.line(
      `flags: ${Object.entries(flags)
        .map(([flag, count]) => `${flag} ${count}`)
        .join(', ')}`,
    );
  if (!registered) out.note(`not registered: palace agents add ${name} --focus "what it looks at"`);
}

export function renderDiaryWrite(
  { agent, entry_id: id, topic, path, commit, lint, secrets }: DiaryWriteResult,
  out: Output,
): void {
  out.line(`filed ${id.slice(0, 10)} in the diary of ${agent} (${topic})`);
  out.note(commit === null ? path : `${path}, commit ${shortCommit(commit)}`);
  for (const { line, severity, rule, message } of lint) out.note(`line ${line}: ${severity} ${rule}: ${message}`);
  for (const { line, message } of secrets) out.note(`${path}:${line}: ${message}`);
}

export function renderDiary({ entries, total, showing, agent }: DiaryReadResult, out: Output): void {
  entries.forEach((entry, at) => {
    if (at > 0) out.line();
    const head = [entry.date ?? 'undated', entry.agent, entry.topic, entry.id.slice(0, 10)].join('  ');
    out.line(out.paint.bold(head));
    out.raw(entry.content.endsWith('\n') ? entry.content : `${entry.content}\n`);
  });
  if (total === 0) out.note(agent === null ? 'no diary has such an entry' : `${agent} has no such entry`);
  else if (showing < total) out.note(`${grouped(total - showing)} more: --last ${total}`);
}

export function renderDiaryImport({ agent, files, added, unchanged, commit }: DiaryImportResult, out: Output): void {
  for (const file of files)
    out.line(`${file.file}: ${grouped(file.added)} added, ${grouped(file.unchanged)} unchanged`);
  out.note(
    commit === null
      ? `nothing new for ${agent} (${counted(unchanged, 'entry', 'entries')} stand already)`
      : `${counted(added, 'entry', 'entries')} in the diary of ${agent}, commit ${shortCommit(commit)}`,
  );
}
