import { afterEach, describe, expect, it } from 'vitest';
import { functionEnvironment } from '../../environment/index.ts';
import type { AgentFn, Outbox, Runner } from '../../port/index.ts';
import { createMemoryOutbox, createMemoryRunner } from '../../runner/index.ts';
import { manualClock, type ManualClock } from '../../testing/index.ts';
import { createPushSender, type PushSender } from './push-sender.ts';

interface Posted {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Site {
  readonly runner: Runner;
  readonly sender: PushSender;
  readonly outbox: Outbox;
  /** Starts another sender on the same outbox. */
  readonly next: () => void;
  readonly clock: ManualClock;
  readonly posted: Posted[];
  readonly errors: unknown[];
  readonly begin: (more?: object) => Promise<string>;
}

const open: { close: (graceMs: number) => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close(0);
});

const says: AgentFn = () => ({ role: 'assistant', content: 'hello' });

/** A sender whose receiver answers with these statuses in turn, then with 200. */
function site(statuses: readonly number[] = [], agent: AgentFn = says): Site {
  const clock = manualClock();
  const limits = { max_steps: 5, time_limit_s: 60 };
  const environment = (): ReturnType<typeof functionEnvironment> =>
    functionEnvironment({ pay: { needsApproval: true, execute: () => 'paid' } });
  const served = { name: 'a', agent, toolSite: 'server', limits, environment } as const;
  const runner = createMemoryRunner({ agents: [served] });
  const outbox = createMemoryOutbox(runner);
  const posted: Posted[] = [];
  const errors: unknown[] = [];
  const start = (): PushSender =>
    createPushSender({
      outbox,
      runner,
      clock,
      random: () => 1,
      onError: (thrown) => errors.push(thrown),
      async post(url, headers, body) {
        posted.push({ url, headers, body });
        return statuses[posted.length - 1] ?? 200;
      },
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
    async begin(more = {}) {
      const message = { role: 'user', content: 'hi' } as const;
      const task = await runner.submit({ agent: 'a', principal: '', messageId: 'm1', message });
      const url = 'https://example.com/hook';
      await outbox.put({ taskId: task.id, id: 'x', url, version: '1.0', ...more }, task.generation);
      sender.wake(task.id);
      return task.id;
    },
  };
}

const idsOf = (posted: readonly Posted[]): (string | undefined)[] =>
  posted.map(({ headers }) => headers['x-a2a-notification-id']);

describe('a push sender', () => {
  it('tells each change of state and each whole answer, in order', async () => {
    const { posted, begin } = site();
    await begin();
    await expect.poll(() => posted.length).toBe(3);
    expect(posted.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { statusUpdate: { status: { state: 'TASK_STATE_WORKING' } } },
      {
        artifactUpdate: {
          artifact: { parts: [{ text: 'hello' }] },
          append: false,
          lastChunk: true,
        },
      },
      { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
    ]);
    expect(new Set(idsOf(posted)).size).toBe(3);
    expect(posted[0]?.headers).toMatchObject({ 'content-type': 'application/a2a+json' });
  });

  it('tells 0.3 the task as it was', async () => {
    const { posted, begin } = site();
    await begin({ version: '0.3' });
    await expect.poll(() => posted.length).toBe(3);
    expect(posted.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { kind: 'task', status: { state: 'working' } },
      { kind: 'task', status: { state: 'working' }, artifacts: [{}] },
      { kind: 'task', status: { state: 'completed' } },
    ]);
  });

  it('proves who it is', async () => {
    const { posted, begin } = site();
    await begin({ token: 'known', authentication: { scheme: 'Bearer', credentials: 'secret' } });
    await expect.poll(() => posted.length).toBe(3);
    expect(posted[0]?.headers).toMatchObject({
      'x-a2a-notification-token': 'known',
      authorization: 'Bearer secret',
    });
  });

  it('tries again what was not taken, later and later, under the same id', async () => {
    const { posted, begin, clock, errors } = site([500, 503]);
    await begin({ authentication: { scheme: 'Bearer', credentials: 'secret' } });
    await expect.poll(() => errors.length).toBe(1);
    expect(String(errors[0])).toContain('500');
    expect(String(errors[0])).not.toContain('secret');
    await settled();
    clock.advance(999);
    await settled();
    expect(posted).toHaveLength(1);
    clock.advance(1);
    await expect.poll(() => posted.length).toBe(2);
    await settled();
    clock.advance(2000);
    await expect.poll(() => posted.length).toBe(5);
    const [first, second, third] = idsOf(posted);
    expect([second, third]).toEqual([first, first]);
    expect(posted.at(-1)?.body).toContain('TASK_STATE_COMPLETED');
  });

  it('lets go of a receiver that is gone', async () => {
    const { posted, begin, clock, errors } = site([410]);
    await begin();
    await expect.poll(() => posted.length).toBe(1);
    await settled();
    clock.advance(3_600_000);
    await settled();
    expect(posted).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('goes on, as the next one, with what was not told', async () => {
    const { runner, outbox, posted, begin, sender, next } = site([500]);
    const taskId = await begin();
    await expect.poll(() => posted.length).toBe(1);
    await sender.close(100);
    await runner.settled(taskId, new AbortController().signal);
    const target = await outbox.get(taskId, 'x');
    if (target) await outbox.release(target, 0, 1);
    next();
    await expect.poll(() => posted.length).toBe(4);
    expect(idsOf(posted)[1]).toBe(idsOf(posted)[0]);
  });

  it('finds what others did to a task', async () => {
    const { runner, posted, begin, clock } = site([], asks);
    const taskId = await begin();
    await expect.poll(() => posted.at(-1)?.body).toContain('INPUT_REQUIRED');
    await settled();
    const message = { role: 'user', content: 'never mind' } as const;
    await runner.submit({ agent: 'a', principal: '', messageId: 'm2', taskId, message });
    await settled();
    clock.advance(5000);
    await expect.poll(() => posted.at(-1)?.body).toContain('TASK_STATE_COMPLETED');
  });
});

/** Asks a person first, then answers. */
const asks: AgentFn = (messages) =>
  messages.length > 1
    ? { role: 'assistant', content: 'all right' }
    : {
        role: 'assistant',
        content: 'one moment',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'pay', arguments: '{}' } }],
      };

/** Whatever can go on without the clock has gone on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
