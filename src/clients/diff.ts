import type { FilePlan } from './config-file.js';

/** Lines around a change. */
const CONTEXT = 2;
/** Configurations hold keys of other programs, and what is shown here may be read by a model. */
const PRIVATE = /((?:key|token|secret|password|passwd|auth\w*|credential\w*)["']?\s*[:=]\s*)(["'])(?:(?!\2).)+\2/gi;

/** The change of a file as a unified diff. */
export async function renderDiff({ file, before, after }: FilePlan): Promise<string> {
  const { structuredPatch } = await import('diff');
  const { hunks } = structuredPatch(file, file, hidden(before ?? ''), hidden(after ?? ''), '', '', {
    context: CONTEXT,
  });
  const lines = [`--- ${before === null ? '(no file)' : file}`, `+++ ${after === null ? '(no file)' : file}`];
  for (const { oldStart, oldLines, newStart, newLines, lines: own } of hunks)
    lines.push(
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...own.map((line) => line.replace(/\r$/, '')),
    );
  return `${lines.filter((line) => !line.startsWith('\\')).join('\n')}\n`;
}

function hidden(text: string): string {
  return text.replace(PRIVATE, '$1$2…$2');
}
