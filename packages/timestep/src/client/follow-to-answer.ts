import type { A2AClient, PeerMessage, PeerTask, PeerUpdate } from '../a2a/index.ts';
import type { ApprovalDecision } from '../core/index.ts';
import { HOPS_META } from '../mcp/index.ts';
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
    tell({ type: 'answer', taskId: task.id, text: task.text });
    return { text: task.text, ...idsOf(task) };
  } catch (thrown) {
    if (signal.aborted && known) await peer.cancel(known.id).catch(() => undefined);
    throw thrown;
  }
}

/** Sends the message, then results and decisions for as long as the agent asks for them. */
async function completed(
  peer: A2AClient,
  asking: Asking,
  watch: (update: PeerUpdate) => void,
): Promise<PeerTask> {
  const { agentUri, message, messageId, hops, contextId, signal, newId } = asking;
  const depth = hops > 0 ? { metadata: { [HOPS_META]: hops } } : {};
  const context = contextId === undefined ? {} : { contextId };
  let outgoing: PeerMessage = { messageId, message, ...depth, ...context };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const task = await sendAndFollow(peer, outgoing, signal, watch);
    if (task.state === 'completed') return task;
    const approvals = await decisionsOn(task, asking);
    const isAnswerable = approvals.length > 0 || task.toolCalls.length > 0;
    if (task.state !== 'input-required' || !isAnswerable) throw unanswered(task);
    const results = await callTools(task, asking);
    outgoing = { messageId: newId(), ...idsOf(task), results, approvals, ...depth };
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

function idsOf({ id, contextId }: PeerTask): { taskId: string; contextId?: string } {
  return { taskId: id, ...(contextId !== undefined && { contextId }) };
}
