import { PalaceError, systemCode } from '../base/errors.js';

/** What a tool call answers with, in the protocol's shape. */
export interface CallResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
}

/** The answer as data, and the same as text for models that read only that. */
export function resultOf(value: Record<string, unknown>): CallResult {
  return { content: [{ type: 'text', text: JSON.stringify(value, null, 2) }], structuredContent: value };
}

/** Where the parts of an error stand for programs. */
export const ERROR_META = 'gitpalace/error';

/**
 * What went wrong, and what to do next: an answer to the model and no failure of the protocol. Without structured content, which would
 * have to follow the output schema of the tool (some clients check that of errors too): `_meta` holds code, next and details.
 * @param more what to do where the error itself names nothing.
 */
export function errorResult(error: unknown, more: readonly string[] = []): CallResult {
  const { code, message, details, next: named } = described(error);
  const next = named.length === 0 ? more : named;
  const steps = next.length === 0 ? '' : `\nWhat to do next:\n${next.map((step) => `- ${step}`).join('\n')}`;
  const value = { error: message, code, next, ...(Object.keys(details).length > 0 && { details }) };
  return { content: [{ type: 'text', text: `${message}${steps}` }], isError: true, _meta: { [ERROR_META]: value } };
}

function described(error: unknown): Pick<PalaceError, 'code' | 'message' | 'next'> & { details: object } {
  if (error instanceof PalaceError) {
    const { code, message, next, details } = error;
    return { code, message, next, details: { ...details } };
  }
  const code = systemCode(error);
  const message = error instanceof Error ? error.message : String(error);
  const what = code === undefined ? `an error inside palace: ${message}` : `the system refused (${code}): ${message}`;
  return { code: code ?? 'internal', message: what, next: ['palace doctor'], details: {} };
}
