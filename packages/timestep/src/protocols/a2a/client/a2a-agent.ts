import {
  getHopCount,
  getText,
  HOPS_META,
  type Artifact,
  type AssistantMessage,
  type ToolCall,
} from '#core';
import { shortenLine, type AgentContext, type AgentFn } from '#engine/port';
import { createTraceparent } from '#protocols/trace';
import { delegationToMetadata } from '../wire/delegation-metadata.ts';
import { A2AClientError } from './a2a-client-error.ts';
import { connectA2A, type A2AClient, type ConnectOptions } from './connect-a2a.ts';
import { addApprovalPrefix } from './approval-calls.ts';
import { buildNextMessage } from './next-message.ts';
import type { RemoteAgentCard } from './remote-card.ts';
import type { RemoteMessage } from './remote-message.ts';
import type { RemoteTask } from './remote-task.ts';
import type { DispatchLog } from './send-until-settled.ts';
import { mergeSentAndFullText, containsLines } from './streamed-answer.ts';

/** Options of an agent reached over A2A: the connection, and how approval requests are reported. */
export interface A2AAgentOptions extends Omit<ConnectOptions, 'signal'> {
  /**
   * How approval requests become replies: as text (`words`, the default), or as tool calls
   * (`calls`; see `isApprovalCall` and `formatApprovalAsJson`). If the remote agent requests
   * credentials, the reply fails with `words`, and asks for them with `calls`.
   */
  readonly approvals?: 'words' | 'calls';
  /**
   * Secret that all servers of one owner share, to sign the delegation path. Without it, only the
   * number of agent calls is sent.
   */
  readonly delegationKey?: string;
  /** Checks the agent card before anything is sent to the agent. If it throws, the reply fails. */
  readonly onCard?: (card: RemoteAgentCard) => void;
  readonly onTask?: (task: RemoteTask) => void;
  /**
   * Whether text is emitted while the agent writes it (default). A reply then begins with all
   * emitted text, including text before tool calls of the agent. Otherwise, and for JSON, a reply
   * contains only the answer.
   */
  readonly streams?: boolean;
  /** Completes a message before it is sent. Default: adds delegation path and parent span. */
  readonly prepare?: (message: RemoteMessage, context: AgentContext) => RemoteMessage;
}

/**
 * Timeout in milliseconds of two waits: for the id of a task to cancel, and for its cancellation.
 */
const CANCEL_TIMEOUT_MS = 5000;

/**
 * Creates an `AgentFn` for a remote A2A agent. A remote task that waits for tool results becomes a
 * reply with tool calls; their results go to the same task, whose id is in `provider`. Only
 * messages since its last reply are sent; instructions and other agents' turns become text. Throws
 * `A2AClientError`. Aborting cancels the remote task.
 */
export function createA2AAgent(uri: string, options: A2AAgentOptions = {}): AgentFn {
  const { delegationKey, onTask, approvals = 'words', streams = true } = options;
  let client: A2AClient | undefined;
  return async (messages, context) => {
    assertNoSettings(context);
    if (!client) {
      const connected = await connectA2A(uri, { ...options, signal: context.signal });
      options.onCard?.(connected.peer);
      client = connected;
    }
    const next = buildNextMessage(messages, context.key);
    const message = options.prepare
      ? options.prepare(next, context)
      : addDelegationAndTrace(next, context, delegationKey);
    // JSON is not streamed, because readers cannot use it before it is complete.
    const isQuiet = !streams || context.outputFormat !== undefined;
    const settled = await waitForSettledTask(client, message, context, { onTask, isQuiet });
    return taskToReplyOrThrow(settled, client.peer.name, approvals);
  };
}

function addDelegationAndTrace(
  message: RemoteMessage,
  context: AgentContext,
  key: string | undefined,
): RemoteMessage {
  const { messageId } = message;
  const { delegation, metadata } = context.task;
  const traceparent = createTraceparent(context, 'model');
  if (delegation) {
    const signed = delegationToMetadata(delegation, { key, messageId });
    return { ...message, metadata: { ...signed, traceparent } };
  }
  const hops = getHopCount(metadata);
  const depth = hops > 0 && { [HOPS_META]: hops };
  return { ...message, metadata: { ...depth, traceparent } };
}

/** Throws if the caller has set reply settings, because A2A cannot transmit them. */
function assertNoSettings({ settings = {} }: AgentContext): void {
  const names = Object.keys(settings);
  if (names.length === 0) return;
  throw new A2AClientError(
    'unsupported-setting',
    `a remote A2A agent cannot apply the setting ${names.join(', ')}: remove it, or use another agent`,
  );
}

interface SettledTask {
  readonly task: RemoteTask;
  /** Text of the answer that was already emitted. */
  readonly streamed: string;
}

async function waitForSettledTask(
  client: A2AClient,
  message: RemoteMessage,
  context: AgentContext,
  { onTask, isQuiet }: { readonly onTask: A2AAgentOptions['onTask']; readonly isQuiet: boolean },
): Promise<SettledTask> {
  const { signal, emit, dispatch } = context;
  signal.throwIfAborted();
  const log = createDispatchLog(client, message, context);
  const requestAbort = new AbortController();
  let task: RemoteTask | undefined;
  let streamed = '';
  let taskId = message.taskId ?? dispatch?.task_id ?? '';
  let graceTimer: NodeJS.Timeout | undefined;
  // The cancellation waits for the first update, because only that contains the task's id.
  const stop = (): void => {
    if (taskId !== '') requestAbort.abort(signal.reason);
    else graceTimer = setTimeout(() => requestAbort.abort(signal.reason), CANCEL_TIMEOUT_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const update of client.send(message, requestAbort.signal, log)) {
      if (update.kind === 'text') {
        if (isQuiet) continue;
        streamed += update.text;
        emit({ type: 'text', text: update.text });
        continue;
      }
      if (update.kind === 'progress') {
        emit({ type: 'reasoning', text: `${update.text}\n` });
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
    clearTimeout(graceTimer);
  }
  if (signal.aborted) {
    if (taskId !== '') await cancelTaskIgnoringErrors(client, taskId);
    throw signal.reason;
  }
  if (task) return { task, streamed };
  throw new A2AClientError(
    'bad-response',
    `invalid response of ${client.peer.name}: it contains no task`,
  );
}

/** Creates access to the delivery state that the task's log holds for a message. Undefined if there is no log. */
function createDispatchLog(
  { peer }: A2AClient,
  { messageId }: RemoteMessage,
  { key, attempt, dispatch: earlier, recordDispatch }: AgentContext,
): DispatchLog | undefined {
  if (!recordDispatch) return undefined;
  // The agent's name is shortened, because an agent card may hold any text, and each delivery report stores it.
  const name = shortenLine(peer.name);
  const sent = { agent: peer.url, ...(name !== '' && { name }), message_id: messageId };
  return {
    earlier,
    record: (progress) => recordDispatch({ key, attempt, dispatch: { ...sent, ...progress } }),
  };
}

async function cancelTaskIgnoringErrors(client: A2AClient, taskId: string): Promise<void> {
  try {
    await client.cancel(taskId, AbortSignal.timeout(CANCEL_TIMEOUT_MS));
  } catch {
    // A failed cancellation is ignored: the task may have ended already, or the remote agent will end it.
  }
}

function taskToReplyOrThrow(
  { task, streamed }: SettledTask,
  agentName: string,
  approvalMode: NonNullable<A2AAgentOptions['approvals']>,
): AssistantMessage {
  const { state, text } = task;
  switch (state) {
    case 'completed':
    case 'input-required': {
      const approvals = approvalMode === 'calls' ? task.approvals.map(addApprovalPrefix) : [];
      return remoteTaskToReply({ task, streamed }, [...task.toolCalls, ...approvals]);
    }
    case 'auth-required': {
      const asks = `${agentName} asks for credentials: ${text}`;
      if (approvalMode === 'calls') {
        return {
          ...remoteTaskToReply({ task: { ...task, text: asks }, streamed }, []),
          reply_as: 'credentials-request',
        };
      }
      const drafts = task.artifacts.map(({ parts }) => getText({ role: 'user', content: parts }));
      throw new A2AClientError('task-failed', [asks, ...drafts].join('\n'));
    }
    case 'failed':
    case 'rejected':
    case 'canceled':
      throw new A2AClientError(`task-${state}`, text || `${agentName} ended the task as ${state}`);
    case 'submitted':
    case 'working':
      throw new A2AClientError(
        'bad-response',
        `${agentName} stopped sending updates before its task ended`,
      );
  }
}

function remoteTaskToReply(
  { task, streamed }: SettledTask,
  calls: readonly ToolCall[],
): AssistantMessage {
  const { id, contextId, state } = task;
  const text = mergeSentAndFullText(streamed, task.text);
  const artifacts =
    streamed === ''
      ? task.artifacts
      : task.artifacts.filter((one) => !isStreamedTextArtifact(streamed, one));
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

/** Returns whether an artifact is text that was already streamed. */
function isStreamedTextArtifact(streamed: string, { parts }: Artifact): boolean {
  const [only, ...others] = parts;
  return only?.type === 'text' && others.length === 0 && containsLines(streamed, only.text);
}
