import { HOPS_META } from '../../core/index.ts';
import type { A2AClient, PeerMessage, PeerTask, PeerUpdate } from '../../a2a/index.ts';
import type { ApprovalDecision, Artifact, Question } from '../../core/index.ts';

import type { Asking } from './asking.ts';
import { callTools } from './call-tools.ts';
import { ClientError, type ClientErrorCode } from './client-error.ts';
import { sendAndFollow } from './send-and-follow.ts';

/** The final answer of an agent, and where the conversation continues. */
export interface Answer {
  readonly text: string;
  readonly taskId: string;
  /** The conversation, where the agent keeps one. */
  readonly contextId?: string;
  /** What the agent gave beside its words. */
  readonly artifacts?: readonly Artifact[];
  /** Of a handoff: what the agent must know before it can go on. Its task waits for an answer. */
  readonly question?: Question;
}

/** Pauses for tools in one task, after which the agent is taken to repeat itself forever. */
const MAX_ROUNDS = 100;

/** Sends a message and follows its task to the answer. When the signal aborts, cancels the task. */
export async function followToAnswer(peer: A2AClient, asking: Asking): Promise<Answer> {
  const { message, signal, tell } = asking;
  let known: PeerTask | undefined;
  const watch = (update: PeerUpdate): void => {
    if (update.kind === 'text') return tell({ type: 'text', text: update.text });
    const { id: taskId, state } = update.task;
    if (known?.state !== state) tell({ type: 'state', taskId, state });
    known = update.task;
  };
  tell({ type: 'sent', text: message });
  try {
    const task = await completed(peer, asking, watch);
    const answer = answerFrom(task);
    if (task.state === 'input-required') return { ...answer, question: questionOf(task) };
    tell({ type: 'answer', taskId: task.id, text: task.text });
    return answer;
  } catch (thrown) {
    if (signal.aborted && known) await peer.cancel(known.id).catch(() => undefined);
    throw thrown;
  }
}

/**
 * Sends the message, then results, decisions and answers for as long as the agent asks for them. The task
 * of a handoff is returned as it waits where no person can be asked here: the agent that made the handoff
 * asks its own user.
 */
async function completed(
  peer: A2AClient,
  asking: Asking,
  watch: (update: PeerUpdate) => void,
): Promise<PeerTask> {
  const { agentUri, message, messageId, hops, contextId, taskId, signal, newId } = asking;
  const led = asking.traceparent !== undefined && { traceparent: asking.traceparent };
  const depth = hops > 0 ? { metadata: { [HOPS_META]: hops, ...led } } : {};
  const place = {
    ...(contextId !== undefined && { contextId }),
    ...(taskId !== undefined && { taskId }),
  };
  let outgoing: PeerMessage = { messageId, message, ...depth, ...place };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const task = await sendAndFollow(peer, outgoing, signal, watch);
    if (task.state === 'completed') return task;
    const approvals = await decisionsOn(task, asking);
    if (task.state !== 'input-required') throw unanswered(task);
    const next = { messageId: newId(), taskId: task.id, ...idsOf(task), ...depth };
    if (approvals.length > 0 || task.toolCalls.length > 0) {
      const results = await callTools(task, asking);
      outgoing = { ...next, results, approvals };
      continue;
    }
    if (!asking.answer) {
      if (hops > 0 && task.id !== '') return task;
      throw unanswered(task);
    }
    outgoing = { ...next, message: await asking.answer(questionOf(task)) };
  }
  throw new ClientError('too-many-rounds', `${agentUri} asked for tools ${MAX_ROUNDS} times`);
}

/** Decisions about the calls that the agent itself makes once they are approved. */
async function decisionsOn(
  { approvals }: PeerTask,
  { approve }: Asking,
): Promise<ApprovalDecision[]> {
  if (!approve) return [];
  return Promise.all(
    approvals.map(async (call) => ({ callId: call.id, approved: await approve(call) })),
  );
}

function unanswered({ state, text }: PeerTask): ClientError {
  const code: ClientErrorCode =
    state === 'canceled' || state === 'rejected' || state === 'input-required' ? state : 'failed';
  return new ClientError(code, text || `the task ended as ${state} and said nothing more`);
}

function answerFrom(task: PeerTask): Answer {
  const { id: taskId, text, artifacts } = task;
  return { text, taskId, ...idsOf(task), ...(artifacts.length > 0 && { artifacts }) };
}

/** What a waiting task wants to know; a request for approval is answered with yes or no. */
function questionOf({ text, questions, approvals }: PeerTask): Question {
  const [only, ...others] = questions;
  if (only && others.length === 0 && approvals.length === 0) return only;
  return { text, ...(approvals.length > 0 && { options: ['yes', 'no'] }) };
}

function idsOf({ contextId }: PeerTask): { contextId?: string } {
  return contextId === undefined ? {} : { contextId };
}
