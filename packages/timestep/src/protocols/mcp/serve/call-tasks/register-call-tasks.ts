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
import {
  DECLINED_ANSWER,
  isJsonObject,
  type Artifact,
  type Question,
  type QuestionAnswer,
} from '#core';
import {
  getQuestionOfReturnValue,
  createCallFunctions,
  prepareArgumentsSchema,
} from '#engine/tools';
import { elicitationToAnswer, questionToElicitation } from '../../convert/elicitation.ts';
import { resultToMcp } from '../../convert/result-to-mcp.ts';
import { parseProtocolResult, withArtifacts } from '../calls/outcome-to-mcp.ts';
import type { CallerContext, ToolCallContext } from '../calls/tool-context.ts';
import { createDetailedTask, createWorkingStatus, type TaskStatus } from './call-task-to-mcp.ts';
import type { CallTask, CallTasks } from './call-task.ts';
import { createMissingCapabilityError, supportsTasks } from './supports-tasks.ts';

/** Schema of a request without `inputResponses`, because the SDK removes them from every request. */
const BY_ID = prepareArgumentsSchema('tasks', {
  type: 'object',
  properties: { taskId: { type: 'string' } },
  required: ['taskId'],
}).standard;

export type CreateContext = (request: ServerContext) => CallerContext;

export function registerCallTasks(
  server: McpServer,
  tasks: CallTasks,
  contextOf: CreateContext,
): void {
  const { server: requests } = server;
  requests.setRequestHandler('tasks/get', { params: BY_ID }, async (params, request) => {
    const { task, getArtifacts } = await findTaskOrThrow(tasks, params, contextOf(request));
    return createDetailedTask(task, toWireTaskStatus(task, getArtifacts()));
  });
  requests.setRequestHandler('tasks/update', { params: BY_ID }, async (params, request) => {
    const { task, context } = await findTaskOrThrow(tasks, params, contextOf(request));
    await passExpectedResponsesToTask(tasks, task, request.mcpReq, context);
    return {};
  });
  requests.setRequestHandler('tasks/cancel', { params: BY_ID }, async (params, request) => {
    const { task, context } = await findTaskOrThrow(tasks, params, contextOf(request));
    await tasks.cancel(task.id, context);
    return {};
  });
}

async function findTaskOrThrow(tasks: CallTasks, params: unknown, caller: CallerContext) {
  if (!supportsTasks(caller)) throw createMissingCapabilityError();
  const { taskId } = params as { readonly taskId: string };
  const { ways, gifts } = createCallFunctions('tasks/get', taskId);
  const context: ToolCallContext = { ...caller, ...ways };
  const task = await tasks.find(taskId, context);
  if (task) return { task, context, getArtifacts: gifts };
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no task ${taskId}`);
}

function toWireTaskStatus({ stand }: CallTask, artifacts: readonly Artifact[]): TaskStatus {
  switch (stand.is) {
    case 'working':
      return createWorkingStatus(stand);
    case 'canceled':
      return { status: 'cancelled' };
    case 'failed':
      return { status: 'failed', statusMessage: stand.error.message, error: stand.error };
    case 'asks':
      return { status: 'input_required', inputRequests: stand.requests as InputRequests };
    case 'told': {
      const question = getQuestionOfReturnValue(stand.value);
      if (!question)
        return { status: 'completed', result: toolValueToMcpResult(stand.value, artifacts) };
      const request = inputRequired.elicit(questionToElicitation(question));
      return { status: 'input_required', inputRequests: { [stand.round]: request } };
    }
  }
}

function toolValueToMcpResult(value: unknown, artifacts: readonly Artifact[]): object {
  const form = parseProtocolResult(value);
  const result = (form?.is === 'raw' ? form.raw : resultToMcp(value, false)) as CallToolResult;
  return { resultType: 'complete', ...withArtifacts(result, artifacts) };
}

/** Passes a client's responses to a task. Unexpected responses are ignored, as the tasks extension requires. */
async function passExpectedResponsesToTask(
  tasks: CallTasks,
  { id, stand }: CallTask,
  { inputResponses }: ServerContext['mcpReq'],
  context: ToolCallContext,
): Promise<void> {
  if (stand.is !== 'told') return tasks.respond?.(id, inputResponses ?? {}, context);
  const question = getQuestionOfReturnValue(stand.value);
  const response = inputResponse(inputResponses, stand.round);
  if (!question || response.kind !== 'elicit') return;
  const { action, content } = response;
  const isGiven = action === 'accept' && isJsonObject(content);
  const left = action === 'decline' ? createDeclinedAnswer(question) : undefined;
  const answer = isGiven ? elicitationToAnswer(content, question) : left;
  await tasks.answer(id, stand.round, answer, context);
}

function createDeclinedAnswer(question: Question): QuestionAnswer {
  return { question, text: DECLINED_ANSWER, isDeclined: true };
}
