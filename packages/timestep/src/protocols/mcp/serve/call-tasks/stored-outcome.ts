import type { CallToolResult } from '@modelcontextprotocol/server';
import { isJsonObject, parseJson } from '#core';
import { createToolError } from '../../convert/result-to-mcp.ts';
import type { CallTaskError } from './call-task.ts';

export type StoredOutcome = { readonly result: CallToolResult } | { readonly error: CallTaskError };

export function formatStoredOutcome(outcome: StoredOutcome): string {
  return JSON.stringify('result' in outcome ? outcome.result : { protocol_error: outcome.error });
}

/** Parses the stored outcome of a call. If the runner interrupted or refused the call, returns an error. */
export function parseStoredOutcomeOrError(text: string): StoredOutcome {
  const value = parseJson(text);
  if (!isJsonObject(value)) return { result: createToolError(text) };
  const { protocol_error: failure, error, detail, content } = value;
  if (isJsonObject(failure)) {
    const { code, message } = failure;
    const said = typeof message === 'string' ? message : text;
    return { error: { code: Number(code), message: said } };
  }
  if (Array.isArray(content)) return { result: value as unknown as CallToolResult };
  if (typeof error !== 'string') return { result: createToolError(text) };
  // If the tool itself failed, the field `error` contains the complete stored outcome.
  if (detail === undefined && isJsonObject(parseJson(error)))
    return parseStoredOutcomeOrError(error);
  return { result: createToolError(typeof detail === 'string' ? detail : error) };
}
