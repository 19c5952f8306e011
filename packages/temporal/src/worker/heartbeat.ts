import { Context } from '@temporalio/activity';

const DEFAULT_HEARTBEAT_MS = 5000;

/** Sends heartbeats, which name the worker if `workerId` is given. */
export function startHeartbeats(workerId?: string): () => void {
  const context = Context.current();
  const everyMs = (context.info.heartbeatTimeoutMs ?? DEFAULT_HEARTBEAT_MS) / 3;
  const beating = setInterval(() => context.heartbeat(workerId), everyMs);
  return () => clearInterval(beating);
}

export async function withHeartbeats<T>(work: () => Promise<T>): Promise<T> {
  const stopBeating = startHeartbeats();
  try {
    return await work();
  } finally {
    stopBeating();
  }
}
