import { Context } from '@temporalio/activity';

const DEFAULT_HEARTBEAT_MS = 5000;

/** Gives signs of life for the running activity; returns a function that stops this. */
export function beat(): () => void {
  const context = Context.current();
  const everyMs = (context.info.heartbeatTimeoutMs ?? DEFAULT_HEARTBEAT_MS) / 3;
  const beating = setInterval(() => context.heartbeat(), everyMs);
  return () => clearInterval(beating);
}

/** Does work of the running activity, with signs of life. */
export async function alive<T>(work: () => Promise<T>): Promise<T> {
  const stopBeating = beat();
  try {
    return await work();
  } finally {
    stopBeating();
  }
}
