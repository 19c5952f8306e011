import {
  appendYesOrNoHint,
  formatApprovalQuestion,
  formatQuestion,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  type CallState,
  type Task,
  toShownCall,
} from '#core';
import type { Conversation } from '#people/chat';
import { responseToAnswer, createElicitationRequest } from '../conversions/elicitation.ts';
import { outcomeToDecision, createPermissionRequest } from '../conversions/permission-request.ts';
import { createQuestionId } from '../conversions/event-to-updates.ts';
import { createToolCallId } from '../conversions/tool-call.ts';
import { createAgentMessageChunk } from '../conversions/updates-from-history.ts';
import { cancelTurn } from './cancel-turn.ts';
import type { SessionState } from './session-state.ts';

export interface ClientRequests {
  /**
   * Sends the client a request for each approval or answer that the task waits for, and withdraws requests
   * that are no longer needed.
   */
  sync(task: Task): void;
  isPending(task: Task): boolean;
  withdrawAll(): void;
}

/**
 * Sends a request to the client. Resolves to a function that applies the answer; undefined if there
 * is none.
 */
type SendRequest = (
  session: SessionState,
  conversation: Conversation,
  task: Task,
  state: CallState,
  signal: AbortSignal,
) => Promise<(() => Promise<unknown>) | undefined>;

/** A request to the client. Finished requests are kept, so that they are not sent again. */
interface ClientRequest {
  readonly taskId: string;
  readonly stopping: AbortController;
  isFinished: boolean;
}

export function createClientRequests(
  session: SessionState,
  conversation: Conversation,
): ClientRequests {
  const asked = new Map<string, ClientRequest>();

  async function sendRequest(
    id: string,
    task: Task,
    state: CallState,
    send: SendRequest,
  ): Promise<void> {
    const request = { taskId: task.id, stopping: new AbortController(), isFinished: false };
    const { signal } = request.stopping;
    asked.set(id, request);
    let report: (() => void) | undefined;
    try {
      const perform = await send(session, conversation, task, state, signal);
      if (signal.aborted) return;
      if (perform) await perform();
      else report = () => void askInTextOrCancel(session, task, state);
    } catch (thrown) {
      if (!signal.aborted)
        report = () => void reportErrorAndAskInText(session, task, state, thrown);
    } finally {
      request.isFinished = true;
    }
    report?.();
  }

  return {
    sync(task) {
      const [asking] = session.client.supports('forms') ? listCallsAwaitingAnswer(task) : [];
      const open = new Map<string, readonly [state: CallState, send: SendRequest]>();
      for (const state of listCallsAwaitingApproval(task))
        open.set(createApprovalId(task, state), [state, requestPermission]);
      if (asking) open.set(createQuestionId(task, asking), [asking, requestAnswer]);
      for (const [id, one] of asked) {
        if (one.taskId !== task.id || open.has(id)) continue;
        asked.delete(id);
        one.stopping.abort();
      }
      for (const [id, [state, send]] of open) {
        if (!asked.has(id)) void sendRequest(id, task, state, send);
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

function createApprovalId(task: Task, { call, askedAgain = 0 }: CallState): string {
  const id = `${createToolCallId(task, call.id)}/approval`;
  return askedAgain === 0 ? id : `${id}/${askedAgain}`;
}

const requestPermission: SendRequest = async (
  { client, id: sessionId },
  conversation,
  task,
  state,
  signal,
) => {
  const request = createPermissionRequest(sessionId, task, state);
  const decision = outcomeToDecision(await client.requestPermission(request, signal), state);
  return decision && (() => conversation.decide([decision], createApprovalId(task, state)));
};

const requestAnswer: SendRequest = async (
  { client, id: sessionId, ownMessageIds },
  conversation,
  task,
  state,
  signal,
) => {
  const { call, question } = state;
  if (!question) return undefined;
  const messageId = createQuestionId(task, state);
  const by = { sessionId, toolCallId: createToolCallId(task, call.id) };
  const request = createElicitationRequest(by, question);
  const answer = responseToAnswer(await client.requestInput(request, signal), question);
  return (
    answer &&
    (() => {
      // The answer counts as the client's own message, because the client already displays it.
      ownMessageIds.add(messageId);
      return conversation.send(answer, messageId);
    })
  );
};

/**
 * Asks the user in text. If the request was closed without a decision, cancels the turn (ACP v1,
 * Tool Calls).
 */
async function askInTextOrCancel(
  session: SessionState,
  task: Task,
  state: CallState,
): Promise<void> {
  const { subscription, runningPrompts, deps } = session;
  try {
    const [asking] = listCallsAwaitingAnswer(task);
    if (asking?.call.id === state.call.id) await sendQuestionAsText(session, task, state);
    else if (runningPrompts > 0) await cancelTurn(session);
    subscription?.reader.checkWaiters();
  } catch (thrown) {
    deps.onError(thrown);
  }
}

async function reportErrorAndAskInText(
  session: SessionState,
  task: Task,
  state: CallState,
  thrown: unknown,
): Promise<void> {
  const { subscription, deps, send } = session;
  deps.onError(thrown);
  try {
    const { id } = state.call;
    const text = appendYesOrNoHint(formatApprovalQuestion([toShownCall(state)]));
    if (state.question) await sendQuestionAsText(session, task, state);
    else await send(createAgentMessageChunk(text, `${createToolCallId(task, id)}/asked`));
    subscription?.reader.checkWaiters();
  } catch (later) {
    deps.onError(later);
  }
}

async function sendQuestionAsText(
  { send }: SessionState,
  task: Task,
  state: CallState,
): Promise<void> {
  if (state.question)
    await send(
      createAgentMessageChunk(formatQuestion(state.question), createQuestionId(task, state)),
    );
}
