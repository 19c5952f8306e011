import { callsAwaitingApproval, isFinal, isInterrupted, type Task } from '../core/index.ts';
import { callTask } from '../mcp/index.ts';
import type { OwnTask } from '../port/index.ts';
import { saidBy } from './answering.ts';
import { digestOf, sendTo, taskOf, type BridgeCall } from './bridge-call.ts';
import { withHeartbeat } from './heartbeat.ts';
import { DEFAULT_WAIT_S } from './schemas.ts';
import { callTaskOf, questionOf, reportIn, told } from './told.ts';

/** Seconds in which an answer comes as such to a caller that takes tasks. */
const SOON_S = 1;

/**
 * The task to which a person's answer of this call went, which is sent once in all rounds; `undefined` where
 * the call has asked nothing yet.
 */
export async function answeredTask(call: BridgeCall): Promise<OwnTask | undefined> {
  const newest = call.context.answers.at(-1);
  const { task, generation } = newest?.question.state ?? {};
  if (!newest || typeof task !== 'string') return undefined;
  const own = await taskOf(call, task);
  // A round that is made again finds a task that has gone on.
  if (own.task.generation !== generation) return own;
  const waiting = callsAwaitingApproval(own.task).map((one) => one.call.id);
  return sendTo(call, own.task, digestOf(`${task}:${generation}`), saidBy(newest, waiting));
}

/**
 * Waits for a task, with signs of life, and tells how it is then: a person is asked what it waits for where
 * the caller can ask one. A caller with MCP's tasks extension takes the task itself where that goes on. A caller
 * that goes away ends the task, unless it can make the call again.
 */
export async function followed(call: BridgeCall, own: OwnTask, waitS?: number): Promise<unknown> {
  const { context } = call;
  const isTaken = context.outlives && !call.isLooking;
  const task = await waited(call, own, waitS ?? (isTaken ? SOON_S : DEFAULT_WAIT_S));
  if (context.signal.aborted) {
    if (context.key === undefined && !call.isLooking) await own.cancel();
    throw context.signal.reason;
  }
  const report = reportIn(call, task);
  const asked = call.isLooking ? undefined : questionOf(report, task, context);
  const goesOn = asked !== undefined || report.state === 'working';
  if (isTaken && goesOn) return callTask(callTaskOf(call, task));
  return asked ?? told(report, task, context);
}

/** The task once it has ended or waits, or as it is when the time is over. */
async function waited({ bridge, context }: BridgeCall, own: OwnTask, waitS: number): Promise<Task> {
  const { clock, heartbeatMs: everyMs } = bridge;
  if (isFinal(own.task) || isInterrupted(own.task)) return own.task;
  // Joined by hand, because AbortSignal.any makes garbage that outlives the call.
  const enough = new AbortController();
  const stop = (): void => enough.abort();
  const callOff = clock.schedule(waitS * 1000, stop);
  context.signal.addEventListener('abort', stop, { once: true });
  if (context.signal.aborted) stop();
  const message = `${own.task.origin.agent} is working`;
  try {
    return await withHeartbeat(context, { clock, everyMs, message }, () =>
      own.settled(enough.signal),
    );
  } finally {
    callOff();
    context.signal.removeEventListener('abort', stop);
  }
}
