import { isApprovalCall } from '#protocols/a2a';
import { HOPS_META, formatQuestion, isJsonObject, type JsonValue, type Question } from '#core';
import type { TaskMeta, ToolContext, ToolEnvironment, ToolResult } from '#engine/port';
import type { AskDeps, SentMessage } from './ask-agent.ts';
import type { MessageLog } from './message-log.ts';
import { buildUntypedToolSchema } from './remote-tools.ts';

/**
 * Creates the tools that this client runs for a remote agent. If two clients receive the same call, only
 * one runs it, because both use its idempotency key.
 */
export function createClientTools(
  sent: SentMessage,
  { environment, approve, answer }: AskDeps,
  log: MessageLog,
  fail: (thrown: unknown) => void,
): ToolEnvironment {
  async function failOnError<T>(work: PromiseLike<T> | T): Promise<T> {
    try {
      return await work;
    } catch (thrown) {
      fail(thrown);
      throw thrown;
    }
  }
  return {
    ...environment,
    findTools(calls, signal) {
      // Tool schemas are only needed to ask a user; the server itself rejects forbidden calls.
      return approve
        ? failOnError(environment.findTools?.(calls, signal) ?? [])
        : calls.map(buildUntypedToolSchema);
    },
    async callTool(call, context) {
      if (isApprovalCall(call.id)) return environment.callTool(call, context);
      const called = await failOnError(
        environment.callTool(call, {
          ...context,
          ...getRemoteCallContext(call.id, context, sent, log),
        }),
      );
      if (called.awaits || (called.question && answer)) return called;
      const result = called.question ? createUnansweredResult(call.name, called.question) : called;
      const { content: output, isError = false } = result;
      const taskId = getHandoffTaskId(called.structured);
      log.addToolResult({
        callId: call.id,
        name: call.name,
        output,
        ...(isError && { isError }),
        ...(taskId !== undefined && { taskId }),
      });
      return result;
    },
  };
}

/**
 * Returns the id of the task that the called agent runs, which the result of a handoff contains.
 */
function getHandoffTaskId(structured: JsonValue | undefined): string | undefined {
  const id = isJsonObject(structured) ? structured['task_id'] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function createUnansweredResult(tool: string, question: Question): ToolResult {
  const content = `${tool} must know: ${formatQuestion(question)} But no person can be asked`;
  return { content, isError: true };
}

function getRemoteCallContext(
  callId: string,
  { answers = [] }: Pick<ToolContext, 'answers'>,
  { agentUri, hops, traceparent }: SentMessage,
  log: MessageLog,
): { readonly key: string; readonly task?: TaskMeta } {
  const { id = '', contextId = id } = log.getTask() ?? {};
  const key = `${id}:${callId}`;
  const led = traceparent !== undefined && { traceparent };
  return {
    key: answers.length === 0 ? key : `${key}:${answers.length}`,
    task: { id, contextId, agent: agentUri, metadata: { [HOPS_META]: hops, ...led } },
  };
}
