import {
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequests,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject, type Artifact } from '../../../core/index.ts';
import { askedIn, askingContext, hoistArguments } from '../../../environment/index.ts';
import {
  answerFromElicitation,
  questionToElicitation,
} from '../../convert/question-to-elicitation.ts';
import { resultToMcp } from '../../convert/result-to-mcp.ts';
import { mcpFormOf, withArtifacts } from '../ran-to-mcp.ts';
import type { CallerContext, ToolCallContext } from '../tool-context.ts';
import type { CallTask, CallTasks } from './call-task.ts';
import { detailedTask, type TaskStatus } from './call-task-to-mcp.ts';
import { missingCapability, takesTasks } from './takes-tasks.ts';

/**
 * Schema of the parameters. Responses are not part of it, because the SDK removes them from every
 * request.
 */
const BY_ID = hoistArguments('tasks', {
  type: 'object',
  properties: { taskId: { type: 'string' } },
  required: ['taskId'],
}).standard;

/** Creates the context of a request about a task. */
export type ContextOf = (request: ServerContext) => CallerContext;

/** Handles `tasks/get`, `tasks/update` and `tasks/cancel` on a server of MCP 2026-07-28. */
export function registerCallTasks(server: McpServer, tasks: CallTasks, contextOf: ContextOf): void {
  const { server: requests } = server;
  requests.setRequestHandler('tasks/get', { params: BY_ID }, async (params, request) => {
    const { task, gifts } = await found(tasks, params, contextOf(request));
    return detailedTask(task, statusOf(task, gifts()));
  });
  requests.setRequestHandler('tasks/update', { params: BY_ID }, async (params, request) => {
    const { task, context } = await found(tasks, params, contextOf(request));
    await answered(tasks, task, request.mcpReq, context);
    return {};
  });
  requests.setRequestHandler('tasks/cancel', { params: BY_ID }, async (params, request) => {
    const { task, context } = await found(tasks, params, contextOf(request));
    await tasks.cancel(task.id, context);
    return {};
  });
}

interface Found {
  readonly task: CallTask;
  readonly context: ToolCallContext;
  /** Returns the artifacts that came with the task's result. */
  readonly gifts: () => readonly Artifact[];
}

/**
 * Finds the caller's task that a request names. Throws `ProtocolError` if the client does not
 * support tasks or the caller has no such task.
 */
async function found(tasks: CallTasks, params: unknown, caller: CallerContext): Promise<Found> {
  if (!takesTasks(caller)) throw missingCapability();
  const { taskId } = params as { readonly taskId: string };
  const { ways, gifts } = askingContext('tasks/get', taskId);
  const context: ToolCallContext = { ...caller, ...ways };
  const task = await tasks.find(taskId, context);
  if (task) return { task, context, gifts };
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no task ${taskId}`);
}

function statusOf({ stand }: CallTask, gifts: readonly Artifact[]): TaskStatus {
  switch (stand.is) {
    case 'working':
      return { status: 'working' };
    case 'canceled':
      return { status: 'cancelled' };
    case 'failed':
      return { status: 'failed', statusMessage: stand.error.message, error: stand.error };
    case 'asks':
      return { status: 'input_required', inputRequests: stand.requests as InputRequests };
    case 'told': {
      const question = askedIn(stand.value);
      if (!question) return { status: 'completed', result: resultOf(stand.value, gifts) };
      const request = inputRequired.elicit(questionToElicitation(question));
      return { status: 'input_required', inputRequests: { [stand.round]: request } };
    }
  }
}

/**
 * Converts the returned value to the result that the call itself would have had, with its
 * `resultType`.
 */
function resultOf(value: unknown, artifacts: readonly Artifact[]): object {
  const form = mcpFormOf(value);
  const result = (form?.is === 'raw' ? form.raw : resultToMcp(value, false)) as CallToolResult;
  return { resultType: 'complete', ...withArtifacts(result, artifacts) };
}

/**
 * Passes the client's responses to the task's open question. Other responses are ignored, as the
 * tasks extension requires.
 */
async function answered(
  tasks: CallTasks,
  { id, stand }: CallTask,
  { inputResponses }: ServerContext['mcpReq'],
  context: ToolCallContext,
): Promise<void> {
  if (stand.is !== 'told') return tasks.respond?.(id, inputResponses ?? {}, context);
  const question = askedIn(stand.value);
  const response = inputResponse(inputResponses, stand.round);
  if (!question || response.kind !== 'elicit') return;
  const { action, content } = response;
  const isGiven = action === 'accept' && isJsonObject(content);
  const answer = isGiven ? answerFromElicitation(content, question) : undefined;
  await tasks.answer(id, stand.round, answer, context);
}
