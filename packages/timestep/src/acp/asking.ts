import {
  callsAwaitingAnswer,
  callsAwaitingApproval,
  type CallState,
  type Task,
} from '../core/index.ts';
import type { Conversation } from '../chat/index.ts';
import type { AcpClient } from './acp-client.ts';
import { answerFrom, elicitationRequest } from './elicitation.ts';
import { decisionFrom, permissionRequest } from './permission.ts';
import { questionIdOf } from './shown-turn.ts';
import { toolCallIdOf } from './tool-call.ts';

/** What a session asks its client about: calls that need a yes, and questions of tools. */
export interface Asking {
  /** Asks what a turn waits for and was not asked yet, and withdraws what it no longer waits for. */
  see(task: Task): void;
  /** Whether the client has something to decide that the turn waits for. */
  isBusy(task: Task): boolean;
  /** Withdraws everything. */
  stop(): void;
}

export interface AskingSite {
  readonly sessionId: string;
  readonly client: AcpClient;
  readonly conversation: Conversation;
  /** The client closed a request without a decision. */
  readonly onUndecided: (task: Task, state: CallState) => void;
  /** A request failed, so that only words are left. */
  readonly onFailed: (task: Task, state: CallState, thrown: unknown) => void;
  /** The client answered with a message of this id, which it shows already. */
  readonly onAnswered: (messageId: string) => void;
}

/** One request to the client; one that is over was answered, and is not made again. */
interface Asked {
  readonly taskId: string;
  readonly stopping: AbortController;
  isOver: boolean;
}

export function createAsking(site: AskingSite): Asking {
  const asked = new Map<string, Asked>();

  function begin(id: string, task: Task, ask: (signal: AbortSignal) => Promise<void>): void {
    if (asked.has(id)) return;
    const one: Asked = { taskId: task.id, stopping: new AbortController(), isOver: false };
    asked.set(id, one);
    void ask(one.stopping.signal).finally(() => {
      one.isOver = true;
    });
  }

  return {
    see(task) {
      const approvals = callsAwaitingApproval(task).map((state) => {
        return { id: `${toolCallIdOf(task, state.call.id)}/approval`, state };
      });
      const [asking] = site.client.can('forms') ? callsAwaitingAnswer(task) : [];
      const question = asking && { id: questionIdOf(task, asking), state: asking };
      const open = new Set([...approvals, ...(question ? [question] : [])].map(({ id }) => id));
      for (const [id, one] of asked) {
        if (one.taskId !== task.id || open.has(id)) continue;
        asked.delete(id);
        one.stopping.abort();
      }
      for (const { id, state } of approvals) {
        begin(id, task, (signal) => askPermission(site, task, state, signal));
      }
      if (question) {
        begin(question.id, task, (signal) => elicit(site, task, question.state, signal));
      }
    },
    isBusy: ({ id }) => [...asked.values()].some(({ taskId, isOver }) => taskId === id && !isOver),
    stop() {
      for (const { stopping } of asked.values()) stopping.abort();
      asked.clear();
    },
  };
}

async function askPermission(
  site: AskingSite,
  task: Task,
  state: CallState,
  signal: AbortSignal,
): Promise<void> {
  const { sessionId, client, conversation } = site;
  const { id, function: called } = state.call;
  try {
    const outcome = await client.askPermission(permissionRequest(sessionId, task, state), signal);
    if (signal.aborted) return;
    const decision = decisionFrom(outcome, id);
    if (!decision) return later(() => site.onUndecided(task, state));
    if (decision.scope === 'session') await conversation.permit(called.name);
    await conversation.decide([decision], `${toolCallIdOf(task, id)}/approval`);
  } catch (thrown) {
    if (!signal.aborted) later(() => site.onFailed(task, state, thrown));
  }
}

async function elicit(
  site: AskingSite,
  task: Task,
  state: CallState,
  signal: AbortSignal,
): Promise<void> {
  const { sessionId, client, conversation } = site;
  const { call, question } = state;
  if (!question) return;
  const messageId = questionIdOf(task, state);
  try {
    const by = { sessionId, toolCallId: toolCallIdOf(task, call.id) };
    const response = await client.elicit(elicitationRequest(by, question), signal);
    if (signal.aborted) return;
    const answer = answerFrom(response, question);
    if (!answer) return later(() => site.onUndecided(task, state));
    site.onAnswered(messageId);
    await conversation.send(answer, messageId);
  } catch (thrown) {
    if (!signal.aborted) later(() => site.onFailed(task, state, thrown));
  }
}

/** Runs once the request counts as over. */
function later(run: () => void): void {
  setImmediate(run);
}
