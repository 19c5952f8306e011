import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { Artifact } from '#core';
import type { CompiledTool, ProtocolResult, ToolCallOutcome } from '#engine/tools';
import { unwrapCallTask } from '../call-tasks/call-task.ts';
import { createNoApproverError, createNoTaskSupportError } from './call-messages.ts';
import { artifactsToBlocks } from '../../convert/artifact-blocks.ts';
import {
  isInputRequest,
  isMcpResult,
  resultToMcp,
  createToolError,
} from '../../convert/result-to-mcp.ts';

/** Recognizes a return value in MCP's own form: a task, a request for input, a result or an error. */
export function parseProtocolResult(value: unknown): ProtocolResult | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const task = unwrapCallTask(value);
  if (task) return { is: 'task', task };
  if (isInputRequest(value)) return { is: 'raw', raw: value, as: 'request' };
  if (!isMcpResult(value)) return undefined;
  const { isError, structuredContent } = value;
  if (isError === true) return { is: 'raw', raw: value, as: 'error' };
  return { is: 'raw', raw: value, as: 'result', structured: structuredContent };
}

export type EndedCall = Exclude<ToolCallOutcome, { readonly is: 'question' | 'waits' }>;

/** Converts the outcome of a call for a caller that supports neither tasks nor questions. */
export function outcomeToPlainMcpResult(
  { name, output }: Pick<CompiledTool, 'name' | 'output'>,
  ran: EndedCall,
): CallToolResult | InputRequiredResult {
  switch (ran.is) {
    case 'result':
      return resultToMcp(ran.value, output !== undefined);
    case 'raw':
      return ran.raw as CallToolResult | InputRequiredResult;
    case 'task':
      return createNoTaskSupportError(name);
    case 'unapproved':
      return createNoApproverError(name);
    case 'failed':
      return createToolError(ran.text, ran.ran);
  }
}

export function withArtifacts<Result extends CallToolResult | InputRequiredResult>(
  result: Result,
  artifacts: readonly Artifact[],
): Result {
  if (isInputRequest(result) || artifacts.length === 0) return result;
  return { ...result, content: [...result.content, ...artifactsToBlocks(artifacts)] };
}
