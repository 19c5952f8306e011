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
  readonly client: AcpClient;
  readonly conversation: Conversation;
  readonly onUndecided: (task: Task, state: CallState) => void;
  /** Called if a request fails, so that the user can only answer with a text message. */
  readonly onFailed: (task: Task, state: CallState, thrown: unknown) => void;
  /** Receives the ids of the messages that answer forms, which the client displays itself. */
  readonly ownMessageIds: Set<string>;
}

/** Sends a request. Resolves to a function that performs its answer; undefined without an answer. */
type SendRequest = (
  deps: ClientRequestsDeps,
  task: Task,
  state: CallState,
  signal: AbortSignal,
) => Promise<(() => Promise<unknown>) | undefined>;

/** One request to the client. A finished request is kept here so that it is not sent again. */
interface ClientRequest {
  readonly taskId: string;
  readonly stopping: AbortController;
  isFinished: boolean;
}

export function createClientRequests(deps: ClientRequestsDeps): ClientRequests {
  const asked = new Map<string, ClientRequest>();

  async function ask(id: string, task: Task, state: CallState, send: SendRequest): Promise<void> {
    const request = { taskId: task.id, stopping: new AbortController(), isFinished: false };
    const { signal } = request.stopping;
    asked.set(id, request);
    let report: (() => void) | undefined;
    try {
      const perform = await send(deps, task, state, signal);
      if (signal.aborted) return;
      if (perform) await perform();
      else report = () => deps.onUndecided(task, state);
    } catch (thrown) {
      if (!signal.aborted) report = () => deps.onFailed(task, state, thrown);
    } finally {
      request.isFinished = true;
    }
    report?.();
  }

  return {
    sync(task) {
      const [asking] = deps.client.supports('forms') ? listCallsAwaitingAnswer(task) : [];
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
        if (!asked.has(id)) void ask(id, task, state, send);
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

function createApprovalId(task: Task, { call }: CallState): string {
  return `${createToolCallId(task, call.id)}/approval`;
}

const requestPermission: SendRequest = async ({ client, conversation }, task, state, signal) => {
  const { id, function: called } = state.call;
  const request = createPermissionRequest(conversation.session.id, task, state);
  const decision = outcomeToDecision(await client.requestPermission(request, signal), id);
  return (
    decision &&
    (async () => {
      if (decision.scope === 'session') await conversation.permit(called.name);
      await conversation.decide([decision], createApprovalId(task, state));
    })
  );
};

const requestAnswer: SendRequest = async (deps, task, state, signal) => {
  const { client, conversation, ownMessageIds } = deps;
  const { call, question } = state;
  if (!question) return undefined;
  const messageId = createQuestionId(task, state);
  const by = { sessionId: conversation.session.id, toolCallId: createToolCallId(task, call.id) };
  const request = createElicitationRequest(by, question);
  const answer = responseToAnswer(await client.requestInput(request, signal), question);
  return (
    answer &&
    (() => {
      ownMessageIds.add(messageId);
      return conversation.send(answer, messageId);
    })
  );
};
