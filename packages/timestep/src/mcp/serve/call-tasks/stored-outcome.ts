import type { CallToolResult } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../../core/index.ts';
import { createToolError } from '../../convert/result-to-mcp.ts';
import type { CallTaskError } from './call-task.ts';

/** The result or protocol error of a call, as stored in its task. */
export type StoredOutcome = { readonly result: CallToolResult } | { readonly error: CallTaskError };

/** Formats the outcome of a call as the text that its task stores. */
export function formatStoredOutcome(outcome: StoredOutcome): string {
  return JSON.stringify('result' in outcome ? outcome.result : { protocol_error: outcome.error });
}

/**
 * Parses the outcome of a call from the text that its task stores. If the runner ended the call,
 * because it was interrupted or not approved, the outcome is an error result that a model reads.
 */
export function parseStoredOutcome(text: string): StoredOutcome {
  const value = tryParseJson(text);
  if (!isJsonObject(value)) return { result: createToolError(text) };
  const { protocol_error: failure, error, detail, content } = value;
  if (isJsonObject(failure)) {
    const { code, message } = failure;
    const said = typeof message === 'string' ? message : text;
    return { error: { code: Number(code), message: said } };
  }
  if (Array.isArray(content)) return { result: value as unknown as CallToolResult };
  if (typeof error !== 'string') return { result: createToolError(text) };
  // If the tool itself failed, the complete stored outcome is inside the field `error`.
  if (detail === undefined && isJsonObject(tryParseJson(error))) return parseStoredOutcome(error);
  return { result: createToolError(typeof detail === 'string' ? detail : error) };
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
