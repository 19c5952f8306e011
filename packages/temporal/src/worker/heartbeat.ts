import { Context } from '@temporalio/activity';

const DEFAULT_HEARTBEAT_MS = 5000;

export function startHeartbeats(): () => void {
  const context = Context.current();
  const everyMs = (context.info.heartbeatTimeoutMs ?? DEFAULT_HEARTBEAT_MS) / 3;
  const beating = setInterval(() => context.heartbeat(), everyMs);
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
