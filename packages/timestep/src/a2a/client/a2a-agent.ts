import { HOPS_META, getHopCount, type AssistantMessage, type ToolCall } from '../../core/index.ts';
import type { AgentContext, AgentFn } from '../../port/index.ts';
import { createTraceparent } from '../../trace/index.ts';
import { delegationToMetadata } from '../wire/delegation-metadata.ts';
import { A2AClientError } from './a2a-client-error.ts';
import { connectA2A, type A2AClient, type ConnectOptions } from './connect-a2a.ts';
import { toApprovalCall } from './approval-calls.ts';
import { buildNextMessage } from './next-message.ts';
import type { RemoteAgentCard } from './remote-card.ts';
import type { RemoteMessage } from './remote-message.ts';
import type { PeerTask } from './peer-task.ts';

/** How the agent behind A2A is reached, and in which form it asks for decisions. */
export interface A2AAgentOptions extends Omit<ConnectOptions, 'signal'> {
  /**
   * `words`, the default: a peer that waits for decisions is a reply that asks in words, and one that
   * waits for credentials fails. `calls`: each call that the peer wants a decision about is a call of
   * the reply, which `isApprovalCall` tells from others and whose result `approvalOf` made, and a peer
   * that waits for credentials is a reply that asks.
   */
  readonly approvals?: 'words' | 'calls';
  /**
   * A secret that servers of one owner share: with it the peer believes which calls of agents led to the
   * task. Without it the peer receives their number alone.
   */
  readonly delegationKey?: string;
  /** Looks at the card of the peer before anything is sent to it; what it throws fails the reply. */
  readonly onCard?: (card: RemoteAgentCard) => void;
  /** Receives the task of the peer with each report on it. */
  readonly onTask?: (task: PeerTask) => void;
  /**
   * Completes a message before it is sent. Default: its metadata say which calls of agents led to the task, and
   * which span to the message.
   */
  readonly prepare?: (message: RemoteMessage, context: AgentContext) => RemoteMessage;
}

/** How long a peer may take to name the task to cancel, and then to cancel it. */
const FAREWELL_MS = 5000;

/**
 * An agent behind A2A as an `AgentFn`. A peer's task that waits for tool results is a reply with
 * tool calls, and the results go back to that task, which the reply remembers in its `provider`.
 * The peer has its own instructions and tools: it receives what was said since its last reply,
 * preceded by instructions and turns of other agents as text, because A2A has no place for them.
 * Throws `A2AClientError` when it gives no reply; aborting cancels the peer's task.
 */
export function a2aAgent(uri: string, options: A2AAgentOptions = {}): AgentFn {
  const {
    onTask,
    prepare = (message: RemoteMessage, context: AgentContext) => withChain(message, context, options),
  } = options;
  let client: A2AClient | undefined;
  return async (messages, context) => {
    refuseSettings(context);
    client ??= await connected(uri, options, context.signal);
    const message = prepare(buildNextMessage(messages, context.key), context);
    const task = await settledTask(client, message, context, onTask);
    return replyOf(task, client.peer.name, options.approvals ?? 'words');
  };
}

/** Tells the peer which calls of agents led to the task, so that they end, and which span the message. */
function withChain(
  message: RemoteMessage,
  context: AgentContext,
  { delegationKey: key }: Pick<A2AAgentOptions, 'delegationKey'>,
): RemoteMessage {
  const { messageId } = message;
  const { delegation, metadata } = context.task;
  const traceparent = createTraceparent(context, 'model');
  if (delegation) {
    const signing = { messageId, ...(key !== undefined && { key }) };
    return { ...message, metadata: { ...delegationToMetadata(delegation, signing), traceparent } };
  }
  const hops = getHopCount(metadata);
  const depth = hops > 0 && { [HOPS_META]: hops };
  return { ...message, metadata: { ...depth, traceparent } };
}

async function connected(
  uri: string,
  options: A2AAgentOptions,
  signal: AbortSignal,
): Promise<A2AClient> {
  const client = await connectA2A(uri, { ...options, signal });
  options.onCard?.(client.peer);
  return client;
}

/** A peer cannot receive settings, and ignoring them would look as if they had been heeded. */
function refuseSettings({ settings = {} }: AgentContext): void {
  const names = Object.keys(settings);
  if (names.length === 0) return;
  throw new A2AClientError(
    'unsupported-setting',
    `an agent behind A2A cannot heed ${names.join(', ')}: leave it out, or ask another agent`,
  );
}

async function settledTask(
  client: A2AClient,
  message: RemoteMessage,
  { signal, emit }: AgentContext,
  onTask: A2AAgentOptions['onTask'],
): Promise<PeerTask> {
  signal.throwIfAborted();
  const line = new AbortController();
  let task: PeerTask | undefined;
  let taskId = message.taskId ?? '';
  let patience: NodeJS.Timeout | undefined;
  // A task without an id could not be canceled, so the peer's first update is waited for.
  const stop = (): void => {
    if (taskId !== '') line.abort(signal.reason);
    else patience = setTimeout(() => line.abort(signal.reason), FAREWELL_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const update of client.send(message, line.signal)) {
      if (update.kind === 'text') {
        emit({ type: 'text', text: update.text });
        continue;
      }
      ({ task } = update);
      taskId = task.id;
      onTask?.(task);
      if (signal.aborted) break;
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(patience);
  }
  if (signal.aborted) {
    if (taskId !== '') await cancelQuietly(client, taskId);
    throw signal.reason;
  }
  if (task) return task;
  throw new A2AClientError('bad-response', `${client.peer.name} did not answer with a task`);
}

/** The caller has aborted already: a peer that does not cancel must not delay it. */
async function cancelQuietly(client: A2AClient, taskId: string): Promise<void> {
  try {
    await client.cancel(taskId, AbortSignal.timeout(FAREWELL_MS));
  } catch {
    // The task may have ended by itself; any other failure is left to the peer.
  }
}

function replyOf(
  task: PeerTask,
  peer: string,
  told: NonNullable<A2AAgentOptions['approvals']>,
): AssistantMessage {
  const { state, text } = task;
  switch (state) {
    case 'completed':
    case 'input-required': {
      const approvals = told === 'calls' ? task.approvals.map(toApprovalCall) : [];
      return replyWith(task, [...task.toolCalls, ...approvals]);
    }
    case 'auth-required': {
      const asks = `${peer} asks for credentials: ${text}`;
      if (told === 'calls') {
        return { ...replyWith({ ...task, text: asks }, []), reply_as: 'credentials-request' };
      }
      throw new A2AClientError('task-failed', asks);
    }
    case 'failed':
    case 'rejected':
    case 'canceled':
      throw new A2AClientError(`task-${state}`, text || `${peer} ended the task as ${state}`);
    case 'submitted':
    case 'working':
      throw new A2AClientError('bad-response', `${peer} stopped reporting on its task`);
  }
}

/** The reply of a task that has its answer, or waits. */
function replyWith(
  { id, contextId, state, text, artifacts }: PeerTask,
  calls: readonly ToolCall[],
): AssistantMessage {
  const waits = state !== 'completed';
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(artifacts.length > 0 && { artifacts }),
    ...(waits && calls.length === 0 && { expects_reply: true }),
    provider: { a2a: { taskId: id, contextId: contextId ?? null, state } },
  };
}
