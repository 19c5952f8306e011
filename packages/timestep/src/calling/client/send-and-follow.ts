import type { A2AClient, PeerMessage, PeerTask, PeerUpdate } from '../../a2a/index.ts';
import { ClientError } from './client-error.ts';

/** How long to wait for the task of an aborted message, so that the task can be canceled. */
const PATIENCE_MS = 5000;

/**
 * Sends one message and follows its task until it rests. When the signal aborts it throws the
 * signal's reason, but not before the task is known: only a known task can be canceled.
 */
export async function sendAndFollow(
  peer: A2AClient,
  message: PeerMessage,
  signal: AbortSignal,
  watch: (update: PeerUpdate) => void,
): Promise<PeerTask> {
  const leave = new AbortController();
  let task: PeerTask | undefined;
  let late: NodeJS.Timeout | undefined;
  const stop = () => {
    if (task) leave.abort(signal.reason);
    else late = setTimeout(() => leave.abort(signal.reason), PATIENCE_MS);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const update of peer.send(message, leave.signal)) {
      if (update.kind === 'task') task = update.task;
      watch(update);
      signal.throwIfAborted();
    }
    signal.throwIfAborted();
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
  if (!task) throw new ClientError('failed', `${peer.peer.name} ended its reply without a task`);
  return task;
}
