import type { AssistantMessage } from '../../core/index.ts';
import type { AgentContext, AgentFn } from '../../port/index.ts';
import { A2AClientError } from './a2a-client-error.ts';
import { connectA2A, type A2AClient, type ConnectOptions } from './connect.ts';
import { nextMessage } from './next-message.ts';
import type { PeerMessage } from './peer-message.ts';
import type { PeerTask } from './peer-task.ts';

/** How the agent behind A2A is reached. */
export type A2AAgentOptions = Omit<ConnectOptions, 'signal'>;

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
  let client: A2AClient | undefined;
  return async (messages, context) => {
    refuseSettings(context);
    client ??= await connectA2A(uri, { ...options, signal: context.signal });
    const message = nextMessage(messages, context.key);
    return replyOf(await settledTask(client, message, context), client.peer.name);
  };
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
  message: PeerMessage,
  { signal, emit }: AgentContext,
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

function replyOf(task: PeerTask, peer: string): AssistantMessage {
  const { id, contextId = null, state, text, toolCalls, artifacts } = task;
  switch (state) {
    case 'completed':
    case 'input-required':
      return {
        role: 'assistant',
        content: text === '' && toolCalls.length > 0 ? null : text,
        ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
        ...(artifacts.length > 0 && { artifacts }),
        ...(state === 'input-required' && toolCalls.length === 0 && { expects_reply: true }),
        provider: { a2a: { taskId: id, contextId, state } },
      };
    case 'auth-required':
      throw new A2AClientError('task-failed', `${peer} asks for credentials: ${text}`);
    case 'failed':
    case 'rejected':
    case 'canceled':
      throw new A2AClientError('task-failed', text || `${peer} ended the task as ${state}`);
    case 'submitted':
    case 'working':
      throw new A2AClientError('bad-response', `${peer} stopped reporting on its task`);
  }
}
