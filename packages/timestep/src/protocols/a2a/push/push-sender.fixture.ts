import { afterEach } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn, Outbox, Runner } from '#engine/port';
import { createMemoryRunner } from '#engine/runner';
import { createMemoryOutbox } from '#engine/store';
import { createManualClock, type ManualClock } from '#testing';
import type { Post } from './post-notification.ts';
import { createPushSender, type PushSender } from './push-sender.ts';

/** A request that the receiver got, with its time. */
export interface Posted {
  readonly at: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SenderUnderTest {
  readonly runner: Runner;
  readonly sender: PushSender;
  readonly outbox: Outbox;
  /** Starts another sender on the same outbox. */
  readonly next: () => void;
  readonly clock: ManualClock;
  readonly posted: Posted[];
  readonly errors: unknown[];
  /** Starts a task with a push target and wakes the sender. */
  readonly begin: (more?: object, messageId?: string) => Promise<string>;
}

const open: { close: (graceMs: number) => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close(0);
});

export const HOOK = { id: 'x', url: 'https://example.com/hook', version: '1.0' } as const;

const says: AgentFn = () => ({ role: 'assistant', content: 'hello' });

/**
 * Creates a sender with a fake receiver. `answer` lists the response statuses in order (then 200),
 * or computes the status from the URL.
 */
export function createSenderUnderTest(
  answer: readonly number[] | ((url: string) => number | Promise<number>) = [],
  agent: AgentFn = says,
): SenderUnderTest {
  const clock = createManualClock();
  const limits = { max_steps: 5, time_limit_s: 60, model_patience_s: 600 };
  const environment = (): ReturnType<typeof functionEnvironment> =>
    functionEnvironment({ pay: { needsApproval: true, execute: () => 'paid' } });
  const served = { name: 'a', agent, toolSite: 'server', limits, environment } as const;
  const runner = createMemoryRunner({ agents: [served] });
  const outbox = createMemoryOutbox(runner);
  const posted: Posted[] = [];
  const errors: unknown[] = [];
  const post: Post = async (url, headers, body) => {
    posted.push({ at: clock.now(), url, headers, body });
    return typeof answer === 'function' ? answer(url) : (answer[posted.length - 1] ?? 200);
  };
  const start = (): PushSender =>
    createPushSender({
      outbox,
      runner,
      clock,
      random: () => 1,
      onError: (thrown) => errors.push(thrown),
      post,
    });
  const sender = start();
  open.push(sender, runner);
  return {
    runner,
    sender,
    outbox,
    next: () => void open.push(start()),
    clock,
    posted,
    errors,
    async begin(more = {}, messageId = 'm1') {
      const message = { role: 'user', content: 'hi' } as const;
      const task = await runner.submit({ agent: 'a', principal: '', messageId, message });
      await outbox.put({ taskId: task.id, ...HOOK, ...more }, task.generation, 9);
      sender.wake(task.id);
      return task.id;
    },
  };
}

/** An agent that first calls a tool that needs approval, then answers. */
export const asks: AgentFn = (messages) =>
  messages.length > 1
    ? { role: 'assistant', content: 'all right' }
    : {
        role: 'assistant',
        content: 'one moment',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'pay', arguments: '{}' } }],
      };

/** Resolves after all pending work that does not wait for the clock has run. */
export async function runPendingWork(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export const idsOf = (posted: readonly Posted[]): (string | undefined)[] =>
  posted.map(({ headers }) => headers['x-a2a-notification-id']);
