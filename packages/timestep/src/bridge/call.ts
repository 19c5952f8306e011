import { hash } from 'node:crypto';
import {
  artifactsOf,
  callsAwaitingApproval,
  isFinal,
  isInterrupted,
  type Task,
} from '../core/index.ts';
import type { AskedQuestion } from '../environment/index.ts';
import { withHeartbeat, type ToolCallContext } from '../mcp/index.ts';
import type { OwnTask, OwnTasks } from '../port/index.ts';
import { questionIn, saidBy, type Said } from './answering.ts';
import type { Bridge } from './bridge.ts';
import { BridgeError } from './bridge-error.ts';
import { DEFAULT_WAIT_S } from './schemas.ts';
import { reportOf, type TaskReport } from './task-report.ts';

const DEFAULT_HEARTBEAT_MS = 15_000;

/** One call of a tool of the bridge, by one principal. */
export interface BridgeCall {
  readonly bridge: Bridge;
  readonly tasks: OwnTasks;
  readonly context: ToolCallContext;
  /** Asks no person, and leaves the task as it is where the caller goes away. */
  readonly isLooking?: boolean;
}

export function callOf(bridge: Bridge, context: ToolCallContext): BridgeCall {
  return { bridge, tasks: bridge.tasksOf(principalOf(context)), context };
}

/** Who calls: over MCP the caller that the server found out, in the process the owner of the task. */
function principalOf({ mcp, task }: ToolCallContext): string {
  return mcp?.request.http?.authInfo?.clientId ?? task?.principal ?? '';
}

/** The id of the message that a call sends: a call that is made again sends the same message. */
export function messageIdOf({ bridge, context: { key } }: BridgeCall): string {
  return key === undefined ? bridge.newId() : digestOf(key);
}

/** A digest, because a key may name a task of the caller, which agents do not need to know. */
export function digestOf(key: string): string {
  return `call-${hash('sha256', key, 'base64url')}`;
}

/** Throws `BridgeError` for a task that is not there, or not this caller's. */
export async function taskOf({ tasks }: BridgeCall, id: string): Promise<OwnTask> {
  const own = await tasks.find(id);
  if (own) return own;
  throw new BridgeError('unknown-task', `there is no task ${id}: give the handle of one of yours`);
}

/** Sends to a task that waits. Throws `RunnerError` where it takes nothing more. */
export function sendTo(
  { tasks }: BridgeCall,
  { id, origin }: Task,
  messageId: string,
  said: Said,
): Promise<OwnTask> {
  return tasks.submit({ agent: origin.agent, taskId: id, messageId, ...said });
}

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
 * the caller can ask one. A caller that goes away ends the task, unless it can make the call again.
 */
export async function followed(
  call: BridgeCall,
  own: OwnTask,
  waitS: number = DEFAULT_WAIT_S,
): Promise<unknown> {
  const { context } = call;
  const task = await waited(call, own, waitS);
  if (context.signal.aborted) {
    if (context.key === undefined && !call.isLooking) await own.cancel();
    throw context.signal.reason;
  }
  const report = reportIn(call, task);
  const asked = call.isLooking ? undefined : question(report, task, context);
  return asked ?? told(report, task, context);
}

/** The task once it has ended or waits, or as it is when the time is over. */
async function waited({ bridge, context }: BridgeCall, own: OwnTask, waitS: number): Promise<Task> {
  const { clock, heartbeatMs = DEFAULT_HEARTBEAT_MS } = bridge;
  if (isFinal(own.task) || isInterrupted(own.task)) return own.task;
  // Joined by hand, because AbortSignal.any makes garbage that outlives the call.
  const enough = new AbortController();
  const stop = (): void => enough.abort();
  const callOff = clock.schedule(waitS * 1000, stop);
  context.signal.addEventListener('abort', stop, { once: true });
  if (context.signal.aborted) stop();
  let beats = 0;
  const beat = (): void => {
    beats += 1;
    void context.progress(beats, undefined, `${own.task.origin.agent} is working`);
  };
  try {
    return await withHeartbeat(own.settled(enough.signal), beat, heartbeatMs, clock);
  } finally {
    callOff();
    context.signal.removeEventListener('abort', stop);
  }
}

export function reportIn({ bridge }: BridgeCall, task: Task): TaskReport {
  const agent = isInterrupted(task) ? bridge.agents.find(task.origin.agent) : undefined;
  return reportOf(task, agent?.isLocked?.(task) ?? false);
}

function question(
  report: TaskReport,
  { id, generation }: Task,
  { ask, asks, mcp }: ToolCallContext,
): AskedQuestion | undefined {
  const canAsk = asks || mcp?.peer.capabilities?.elicitation !== undefined;
  const asked = canAsk ? questionIn(report) : undefined;
  return asked && ask({ ...asked, state: { task: id, generation } });
}

/** The report as text and as data, with what the agent gave as blocks. */
export function told(
  report: TaskReport,
  task: Task,
  { give }: Pick<ToolCallContext, 'give'>,
): object {
  // Agents choose ids without knowing of each other.
  for (const gift of artifactsOf(task))
    give({ ...gift, artifact_id: `${task.id}/${gift.artifact_id}` });
  if (report.state !== 'failed' && report.state !== 'rejected') return report;
  return {
    content: [{ type: 'text', text: JSON.stringify(report) }],
    structuredContent: report,
    isError: true,
  };
}
