import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { Artifact } from '../../core/index.ts';
import type { CompiledTool, OwnResult, Ran } from '../../environment/index.ts';
import { callTaskIn } from './call-tasks/call-task.ts';
import { nobodyToAsk, noTask } from './call-words.ts';
import { artifactsToBlocks } from '../convert/artifact-blocks.ts';
import {
  isInputRequest,
  isMcpResult,
  resultToMcp,
  createToolError,
} from '../convert/result-to-mcp.ts';

/** What a function returned in MCP's own form: a task, a request for input, a result or an error. */
export function mcpFormOf(value: unknown): OwnResult | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const task = callTaskIn(value);
  if (task) return { is: 'task', task };
  if (isInputRequest(value)) return { is: 'raw', raw: value, as: 'request' };
  if (!isMcpResult(value)) return undefined;
  const { isError, structuredContent } = value;
  if (isError === true) return { is: 'raw', raw: value, as: 'error' };
  return { is: 'raw', raw: value, as: 'result', structured: structuredContent };
}

/** What a call came to, unless it is not over yet. */
export type EndedCall = Exclude<Ran, { readonly is: 'question' | 'waits' }>;

/** What a call came to as a result of MCP, for a caller that takes no task and cannot be asked. */
export function ranToMcp(
  { name, output }: Pick<CompiledTool, 'name' | 'output'>,
  ran: EndedCall,
): CallToolResult | InputRequiredResult {
  switch (ran.is) {
    case 'result':
      return resultToMcp(ran.value, output !== undefined);
    case 'raw':
      return ran.raw as CallToolResult | InputRequiredResult;
    case 'task':
      return noTask(name);
    case 'unapproved':
      return nobodyToAsk(name);
    case 'failed':
      return createToolError(ran.text);
  }
}

/** A result with the artifacts that its call has given. */
export function withArtifacts<Result extends CallToolResult | InputRequiredResult>(
  result: Result,
  artifacts: readonly Artifact[],
): Result {
  if (isInputRequest(result) || artifacts.length === 0) return result;
  return { ...result, content: [...result.content, ...artifactsToBlocks(artifacts)] };
}
