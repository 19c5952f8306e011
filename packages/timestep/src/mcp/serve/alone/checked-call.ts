import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { check } from '../../../environment/index.ts';
import type { JsonObject } from '../../../core/index.ts';
import { isInputRequest, createToolError } from '../../convert/result-to-mcp.ts';
import { answerOutliving } from '../call-tasks/call-outliving.ts';
import type { CallTasks } from '../call-tasks/call-task.ts';
import { callWithinRequest } from '../call-within-request.ts';
import type { CompiledTool } from '../compile.ts';
import type { CallFacts } from '../tool-context.ts';
import type { Outcome } from './judged.ts';

/** What calls are made with; without `tasks` all of them end with their requests. */
interface Desk {
  readonly tasks: CallTasks | undefined;
  readonly humanInLoop: boolean;
}

/** Checks the arguments of a call, makes it, and checks what it returned. */
export async function outcomeOfCall(
  tool: CompiledTool,
  args: JsonObject,
  facts: CallFacts,
  { tasks, humanInLoop }: Desk,
): Promise<Outcome> {
  try {
    const result = tasks
      ? await answerOutliving(tool, args, facts, { tasks, humanInLoop })
      : await checkedCall(tool, args, humanInLoop, facts);
    return { result };
  } catch (thrown) {
    return { thrown };
  }
}

/** Words errors as the SDK does, which makes these checks where it serves the tool. */
async function checkedCall(
  tool: CompiledTool,
  args: JsonObject,
  humanInLoop: boolean,
  facts: CallFacts,
): ReturnType<typeof callWithinRequest> {
  const { name } = tool.definition;
  try {
    const checked = await check(tool.input, args);
    if (!checked.ok) {
      return createToolError(
        `Input validation error: Invalid arguments for tool ${name}: ${checked.issues}`,
      );
    }
    const result = await callWithinRequest(tool, checked.value, humanInLoop, facts);
    if (!tool.output || isInputRequest(result) || result.isError === true) return result;
    const { structuredContent } = result;
    if (structuredContent === undefined) {
      const why = `Tool ${name} has an output schema but no structured content was provided`;
      return createToolError(`Output validation error: ${why}`);
    }
    const returned = await check(tool.output, structuredContent);
    if (returned.ok) return result;
    const why = `Invalid structured content for tool ${name}: ${returned.issues}`;
    return createToolError(`Output validation error: ${why}`);
  } catch (thrown) {
    if (isUrlElicitation(thrown)) throw thrown;
    return createToolError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

const URL_ELICITATION_REQUIRED: number = ProtocolErrorCode.UrlElicitationRequired;

function isUrlElicitation(thrown: unknown): boolean {
  if (!(thrown instanceof ProtocolError)) return false;
  return thrown.code === URL_ELICITATION_REQUIRED;
}
