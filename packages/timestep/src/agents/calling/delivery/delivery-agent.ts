import {
  buildNotificationMetadata,
  getNotificationTurnCount,
  hasTaskEnded,
  isSettled,
  buildTaskOutcome,
  getText,
  omitUndefined,
  type AssistantMessage,
  type DelegationBounds,
  type JsonObject,
  type Message,
  type Submission,
  type Task,
} from '#core';
import { functionEnvironment, tool, type ToolFnContext } from '#engine/tools';
import {
  RunnerError,
  type Clock,
  type Runner,
  type RunnerErrorCode,
  type ServedAgent,
  type SessionStore,
} from '#engine/port';
import { deriveMessageId } from '../stable-id.ts';
import { formatNotification } from './format-notification.ts';
import { DELIVERY_AGENT, parseDeliveryOrder, type DeliveryOrder } from './delivery-order.ts';
import { hasReceivedOutcome } from './has-received-outcome.ts';
import { planTurnForAnswer } from './plan-turn-for-answer.ts';

/** The runner, sessions and limits of a delivery agent, and the tools of callers. */
export interface DeliveryDeps {
  readonly runner: () => Promise<Runner>;
  readonly sessions: () => Promise<SessionStore | undefined>;
  readonly clock: Clock;
  readonly bounds: DelegationBounds;
  /** Resolves to whether an agent has a tool, in a given conversation; true if that is unknown. */
  readonly hasTool: (agent: string, context: string, tool: string) => Promise<boolean>;
}

interface Delivery {
  readonly deps: DeliveryDeps;
  readonly runner: Runner;
  readonly order: DeliveryOrder;
  readonly principal: string;
}

/** Creates the agent that waits for a called task and sends its late answer to the caller. */
export function createDeliveryAgent(deps: DeliveryDeps): ServedAgent {
  const environment = functionEnvironment({
    bring: tool({
      description: 'Waits for a task, and brings what becomes of it to the agent that began it.',
      replay: 'key',
      execute: (args: JsonObject, context) => deliverAnswer(deps, args, context),
    }),
  });
  return {
    name: DELIVERY_AGENT,
    toolSite: 'server',
    // Time limit of a delivery task: an hour, because the database may be unavailable for a while.
    limits: { max_steps: 4, time_limit_s: 3600 },
    history: 'none',
    agent: (messages) => buildDeliveryReply(messages.at(-1)),
    environment: () => environment,
  };
}

function buildDeliveryReply(last: Message | undefined): AssistantMessage {
  const said = last ? getText(last) : '';
  const free = { role: 'assistant', cost_usd: 0 } as const;
  if (last?.role === 'tool') return { ...free, content: said };
  const call = { name: 'bring', arguments: said };
  return {
    ...free,
    content: null,
    tool_calls: [{ id: 'bring', type: 'function', function: call }],
  };
}

async function deliverAnswer(
  deps: DeliveryDeps,
  args: JsonObject,
  context: ToolFnContext,
): Promise<unknown> {
  const order = parseDeliveryOrder(args);
  const principal = context.task?.principal;
  if (!order || principal === undefined) return formatDropReason('the delivery order is invalid');
  if (context.awaited.length === 0) return context.waitFor(order.task);
  const delivery = { deps, runner: await deps.runner(), order, principal };
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    context.signal.throwIfAborted();
    const called = await delivery.runner.get(order.task);
    // The called task may be running again, because another caller has answered its question.
    if (called && !isSettled(called)) return context.waitFor(order.task);
    const message = called
      ? await buildAnswerMessage(delivery, called)
      : { why: 'the called task no longer exists' };
    if ('why' in message) return formatDropReason(message.why);
    const became = await sendAndDescribeResult(delivery, message);
    if (became !== 'away' && became !== 'again') return became;
    // Waits before the next attempt: an ended task can be listed as working until its end is stored.
    await waitMsOrUntilAborted(deps.clock, became === 'away' ? pauseMs : RETRY_MS, context.signal);
  }
}

const RETRY_MS = 10;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

function formatDropReason(why: string): string {
  return `dropped: ${why}`;
}

async function buildAnswerMessage(
  delivery: Delivery,
  called: Task,
): Promise<Submission | { readonly why: string }> {
  const { runner, order, principal, deps } = delivery;
  const { caller, after } = order;
  if (called.state === 'canceled') return { why: 'its task was canceled' };
  const began = await runner.get(caller.task);
  if (!began) return { why: 'the conversation is gone' };
  if (began.state === 'canceled') return { why: 'the task that asked was canceled' };
  const newest = hasTaskEnded(began) ? await findNewestTask(delivery, began) : began;
  if (newest.state === 'canceled' && getNotificationTurnCount(newest.origin.metadata) > 0) {
    return { why: 'the turn before it was canceled' };
  }
  const outcome = buildTaskOutcome(called);
  const isHeard =
    (await hasReceivedOutcome(runner, began, { outcome, after })) ||
    (newest.id !== began.id && (await hasReceivedOutcome(runner, newest, { outcome, after: 0 })));
  if (isHeard) return { why: 'the task has heard it already' };
  const sessions = await deps.sessions();
  const session = await sessions?.get({ principal, id: caller.context });
  if (session?.isClosed) return { why: 'the conversation is closed' };
  if (!(await deps.hasTool(caller.agent, caller.context, order.tool))) {
    return { why: `${caller.agent} may no longer call agents` };
  }
  const { spent } = outcome;
  const arrival = omitUndefined({ task_id: called.id, agent: order.agent, spent });
  const message = {
    agent: caller.agent,
    principal,
    // Two deliveries of one answer use the same id, so that the answer arrives once.
    messageId: deriveMessageId(`${caller.context}:${called.id}:${called.generation}`),
    message: { role: 'user', content: formatNotification(order.agent, outcome, order) },
    metadata: buildNotificationMetadata(arrival),
    arrival,
  } as const;
  if (!hasTaskEnded(newest)) return { ...message, taskId: newest.id };
  const turn = planTurnForAnswer(newest, { calledTaskId: called.id, bounds: deps.bounds });
  return turn.begins ? { ...message, contextId: caller.context, start: turn.start } : turn;
}

async function findNewestTask({ runner, principal, order }: Delivery, first: Task): Promise<Task> {
  const { agent, context: contextId } = order.caller;
  const { tasks } = await runner.list({ principal, agent, contextId, pageSize: 1 });
  return tasks[0] ?? first;
}

/**
 * Sends an answer to the caller's task. Resolves to `away` if storage is unavailable, to `again` if
 * the task has just ended.
 */
async function sendAndDescribeResult({ runner }: Delivery, message: Submission): Promise<string> {
  try {
    const { id } = await runner.submit(message);
    return `brought to task ${id}`;
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    return RESULTS[thrown.code] ?? formatDropReason(thrown.message);
  }
}

const RESULTS: Readonly<Partial<Record<RunnerErrorCode, string>>> = {
  'task-finished': 'again',
  'task-not-found': 'again',
  unavailable: 'away',
  'store-failed': 'away',
  'busy-elsewhere': 'away',
  'too-many-tasks': 'away',
  'duplicate-message': 'brought before',
};

/** Waits until the time is over or the signal aborts. */
async function waitMsOrUntilAborted(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  const callOff = clock.schedule(ms, stop);
  signal.addEventListener('abort', stop, { once: true });
  await promise;
  callOff();
  signal.removeEventListener('abort', stop);
}
