import { Context } from '@temporalio/activity';

const DEFAULT_HEARTBEAT_MS = 5000;

/** Milliseconds before the first heartbeat that names the worker. Shorter effects need none. */
const NAMED_AFTER_MS = 200;

/**
 * Sends heartbeats, which name the worker if `workerId` is given. Of a worker that is lost before its first
 * heartbeat, the name is unknown.
 */
export function startHeartbeats(workerId?: string): () => void {
  const context = Context.current();
  const everyMs = (context.info.heartbeatTimeoutMs ?? DEFAULT_HEARTBEAT_MS) / 3;
  const beat = (): void => context.heartbeat(workerId);
  const beating = setInterval(beat, everyMs);
  const naming = workerId === undefined ? undefined : setTimeout(beat, NAMED_AFTER_MS);
  return () => {
    clearInterval(beating);
    clearTimeout(naming);
  };
}

export async function withHeartbeats<T>(work: () => Promise<T>, workerId?: string): Promise<T> {
  const stopBeating = startHeartbeats(workerId);
  try {
    return await work();
  } finally {
    stopBeating();
  }
}
