import type { HookStatus } from '../../clients/hook-status.js';
import type { McpEntry } from '../../clients/mcp-entry.js';
import type { PluginResult } from '../../clients/plugin.js';
import type { SetupResult } from '../../clients/setup.js';
import type { Output } from './output.js';
import { printable } from './width.js';
import { counted } from './words.js';

/** A unified diff, a line at a time. */
export function diffLines(diff: string, { paint }: Output): string[] {
  return diff
    .trimEnd()
    .split('\n')
    .map(printable)
    .map((line) => {
      if (/^(---|\+\+\+|@@)/.test(line)) return paint.dim(line);
      if (line.startsWith('+')) return paint.green(line);
      return line.startsWith('-') ? paint.red(line) : line;
    });
}

/** @param isShown the person has seen the change already. */
export function renderSetup(result: SetupResult, out: Output, isShown = false): void {
  const { title, what, action, file, changed, applied, diff, backup, next } = result;
  const thing = what === 'mcp' ? 'the MCP server' : 'hooks';
  if (!changed) {
    out.line(action === 'install' ? `${title} has ${thing} of palace already` : `${title} has no ${thing} of palace`);
    out.line(out.paint.dim(`  ${printable(file)}`));
    return;
  }
  if (!isShown) for (const line of diffLines(diff, out)) out.line(line);
  if (!applied) {
    out.note('nothing was written');
    return;
  }
  out.line(`${action === 'install' ? 'installed' : 'removed'}: ${thing} of palace, ${title}`);
  if (backup !== null) out.line(out.paint.dim(`  as it was: ${printable(backup)}`));
  for (const step of next) out.note(step);
}

export function renderPlugin({ folder, files, written, next }: PluginResult, out: Output): void {
  out.line(`${printable(folder)}: ${counted(files.length, 'file')}, ${written.length} written`);
  for (const file of files) out.line(`  ${file}`);
  for (const step of next) out.note(step);
}

export function renderHookStatus({ programs, off, waiting, last, log }: HookStatus, out: Output): void {
  for (const { title, events, missing, file } of programs) {
    out.line(`${out.paint.bold(title)}: ${events.length === 0 ? 'no hooks' : events.join(', ')}`);
    if (events.length === 0) continue;
    out.line(out.paint.dim(`  ${printable(file)}`));
    if (missing.length > 0) out.line(out.paint.yellow(`  not installed: ${missing.join(', ')}`));
  }
  if (off) out.line('PALACE_HOOKS turns all of them off');
  if (log === null) return;
  out.line(`${counted(waiting, 'conversation')} to be filed`);
  for (const line of last) out.line(out.paint.dim(`  ${printable(line)}`));
}

export function renderMcpStatus({ clients }: { clients: readonly McpEntry[] }, out: Output): void {
  for (const { title, command, file } of clients) {
    out.line(`${out.paint.bold(title)}: ${command === null ? 'not installed' : printable(command.join(' '))}`);
    if (command !== null) out.line(out.paint.dim(`  ${printable(file)}`));
  }
}
