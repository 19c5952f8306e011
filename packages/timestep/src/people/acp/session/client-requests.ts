import {
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  type CallState,
  type Task,
} from '#core';
import type { Conversation } from '#people/chat';
import type { AcpClient } from '../acp-client.ts';
import { responseToAnswer, createElicitationRequest } from '../conversions/elicitation.ts';
import { outcomeToDecision, createPermissionRequest } from '../conversions/permission-request.ts';
import { createQuestionId } from '../conversions/event-to-updates.ts';
import { createToolCallId } from '../conversions/tool-call.ts';

export interface ClientRequests {
  /** Requests what the task waits for, and withdraws requests that are no longer needed. */
  sync(task: Task): void;
  isPending(task: Task): boolean;
  withdrawAll(): void;
}

export interface ClientRequestsDeps {
  readonly sessionId: string;
  readonly client: AcpClient;
  readonly conversation: Conversation;
  readonly onUndecided: (task: Task, state: CallState) => void;
  /** Called if a request fails, so that the user can only answer with a text message. */
  readonly onFailed: (task: Task, state: CallState, thrown: unknown) => void;
  /** Receives the id of the message that answers a form, which the client displays itself. */
  readonly onAnswered: (messageId: string) => void;
}

/** One request to the client. A finished request is kept here so that it is not sent again. */
interface ClientRequest {
  readonly taskId: string;
  readonly stopping: AbortController;
  isFinished: boolean;
}

export function createClientRequests(deps: ClientRequestsDeps): ClientRequests {
  const asked = new Map<string, ClientRequest>();

  function startRequest(id: string, task: Task, ask: (signal: AbortSignal) => Promise<void>): void {
    if (asked.has(id)) return;
    const one: ClientRequest = {
      taskId: task.id,
      stopping: new AbortController(),
      isFinished: false,
    };
    asked.set(id, one);
    void ask(one.stopping.signal).finally(() => {
      one.isFinished = true;
    });
  }

  return {
    sync(task) {
      const approvals = listCallsAwaitingApproval(task).map((state) => {
        return { id: `${createToolCallId(task, state.call.id)}/approval`, state };
      });
      const [asking] = deps.client.supports('forms') ? listCallsAwaitingAnswer(task) : [];
      const question = asking && { id: createQuestionId(task, asking), state: asking };
      const open = new Set([...approvals, ...(question ? [question] : [])].map(({ id }) => id));
      for (const [id, one] of asked) {
        if (one.taskId !== task.id || open.has(id)) continue;
        asked.delete(id);
        one.stopping.abort();
      }
      for (const { id, state } of approvals) {
        startRequest(id, task, (signal) => requestPermission(deps, task, state, signal));
      }
      if (question) {
        startRequest(question.id, task, (signal) =>
          requestAnswer(deps, task, question.state, signal),
        );
      }
    },
    isPending: ({ id }) =>
      [...asked.values()].some(({ taskId, isFinished }) => taskId === id && !isFinished),
    withdrawAll() {
      for (const { stopping } of asked.values()) stopping.abort();
      asked.clear();
    },
  };
}

async function requestPermission(
  deps: ClientRequestsDeps,
  task: Task,
  state: CallState,
  signal: AbortSignal,
): Promise<void> {
  const { sessionId, client, conversation } = deps;
  const { id, function: called } = state.call;
  try {
    const outcome = await client.requestPermission(
      createPermissionRequest(sessionId, task, state),
      signal,
    );
    if (signal.aborted) return;
    const decision = outcomeToDecision(outcome, id);
    if (!decision) return runAfterRequest(() => deps.onUndecided(task, state));
    if (decision.scope === 'session') await conversation.permit(called.name);
    await conversation.decide([decision], `${createToolCallId(task, id)}/approval`);
  } catch (thrown) {
    if (!signal.aborted) runAfterRequest(() => deps.onFailed(task, state, thrown));
  }
}

async function requestAnswer(
  deps: ClientRequestsDeps,
  task: Task,
  state: CallState,
  signal: AbortSignal,
): Promise<void> {
  const { sessionId, client, conversation } = deps;
  const { call, question } = state;
  if (!question) return;
  const messageId = createQuestionId(task, state);
  try {
    const by = { sessionId, toolCallId: createToolCallId(task, call.id) };
    const response = await client.requestInput(createElicitationRequest(by, question), signal);
    if (signal.aborted) return;
    const answer = responseToAnswer(response, question);
    if (!answer) return runAfterRequest(() => deps.onUndecided(task, state));
    deps.onAnswered(messageId);
    await conversation.send(answer, messageId);
  } catch (thrown) {
    if (!signal.aborted) runAfterRequest(() => deps.onFailed(task, state, thrown));
  }
}

function runAfterRequest(run: () => void): void {
  setImmediate(run);
}
