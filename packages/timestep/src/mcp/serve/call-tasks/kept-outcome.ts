import type { CallToolResult } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../../core/index.ts';
import { createToolError } from '../../convert/result-to-mcp.ts';
import type { CallTaskError } from './call-task.ts';

/** What a call came to, as the task that made it keeps it. */
export type KeptOutcome = { readonly result: CallToolResult } | { readonly error: CallTaskError };

/** The text in which a task keeps what its call came to. */
export function keptText(outcome: KeptOutcome): string {
  return JSON.stringify('result' in outcome ? outcome.result : { protocol_error: outcome.error });
}

/**
 * What a call came to, by the text that its task has kept. A call that the runner ended itself, because it was
 * cut off or a person did not approve it, is a failure that a model reads.
 */
export function keptOutcome(text: string): KeptOutcome {
  const value = parsed(text);
  if (!isJsonObject(value)) return { result: createToolError(text) };
  const { protocol_error: failure, error, detail, content } = value;
  if (isJsonObject(failure)) {
    const { code, message } = failure;
    const said = typeof message === 'string' ? message : text;
    return { error: { code: Number(code), message: said } };
  }
  if (Array.isArray(content)) return { result: value as unknown as CallToolResult };
  if (typeof error !== 'string') return { result: createToolError(text) };
  // What the tool itself failed with is kept whole within.
  if (detail === undefined && isJsonObject(parsed(error))) return keptOutcome(error);
  return { result: createToolError(typeof detail === 'string' ? detail : error) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
