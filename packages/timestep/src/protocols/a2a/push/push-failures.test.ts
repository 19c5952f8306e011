import { describe, expect, it } from 'vitest';
import type { AgentFn } from '#engine/port';
import {
  asks,
  HOOK,
  runPendingWork,
  createSenderUnderTest,
  type SenderUnderTest,
} from './push-sender.fixture.ts';

const HOUR = 3_600_000;

/** Moves time on so that whatever comes due in it can go on before the next. */
async function pass({ clock }: SenderUnderTest, seconds: number, each = 1): Promise<void> {
  for (let passed = 0; passed < seconds; passed += each) {
    clock.advance(each * 1000);
    await runPendingWork();
  }
}

describe('a receiver that is down', () => {
  it.each([0, 1, 2])('is asked less and less often, having taken %i before', async (taken) => {
    let asked = 0;
    const here = createSenderUnderTest(() => ((asked += 1) <= taken ? 200 : 500));
    await here.begin();
    await runPendingWork();
    await pass(here, 40);
    const times = here.posted.slice(taken).map(({ at }) => at / 1000);
    expect(times).toEqual([0, 1, 3, 7, 15, 31]);
    expect(here.errors).toHaveLength(1);
  });

  it('is given up, said so, and asked anew when something happens to the task', async () => {
    let isDown = true;
    const here = createSenderUnderTest(() => (isDown ? 500 : 200), asks);
    const taskId = await here.begin();
    await runPendingWork();
    await pass(here, 60 * 300, 300);
    expect(here.posted).toHaveLength(50);
    expect(here.errors).toHaveLength(2);
    isDown = false;
    here.clock.advance(HOUR);
    await runPendingWork();
    expect(here.posted).toHaveLength(50);

    const message = { role: 'user', content: 'never mind' } as const;
    await here.runner.submit({ agent: 'a', principal: '', messageId: 'm2', taskId, message });
    here.sender.wake(taskId);
    await expect.poll(() => here.posted.at(-1)?.body).toContain('TASK_STATE_COMPLETED');
  });

  it('delays no other receiver, and gets only a few messages at once', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<number>();
    let atOnce = 0;
    let most = 0;
    const here = createSenderUnderTest(async (url) => {
      if (url !== HOOK.url) return 200;
      most = Math.max(most, (atOnce += 1));
      const status = await answered;
      atOnce -= 1;
      return status;
    });
    for (let n = 0; n < 30; n += 1) await here.begin({}, `slow${n}`);
    await here.begin({ url: 'https://elsewhere.example/hook' }, 'other');
    await expect
      .poll(() => here.posted.filter(({ url }) => url !== HOOK.url).at(-1)?.body)
      .toContain('TASK_STATE_COMPLETED');
    expect(most).toBe(8);
    answer(200);
    await expect.poll(() => here.posted.length).toBe(31 * 3);
    expect(most).toBe(8);
  });
});

describe('a target that is changed while its task is under way', () => {
  /** An agent that answers when it is told to. */
  function held(): { readonly agent: AgentFn; readonly answer: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const agent: AgentFn = async () => {
      await promise;
      return { role: 'assistant', content: 'hello' };
    };
    return { agent, answer: resolve };
  }

  it('receives nothing more once its target was removed', async () => {
    const { agent, answer } = held();
    const here = createSenderUnderTest([], agent);
    const taskId = await here.begin();
    await expect.poll(() => here.posted.length).toBe(1);
    await here.outbox.remove(taskId, HOOK.id);
    answer();
    await here.runner.waitUntilSettled(taskId, new AbortController().signal);
    await pass(here, 30);
    expect(here.posted).toHaveLength(1);
  });

  it('receives the rest at its new address, with its new token', async () => {
    const { agent, answer } = held();
    const here = createSenderUnderTest([], agent);
    const taskId = await here.begin({ token: 'old' });
    await expect.poll(() => here.posted.length).toBe(1);
    const moved = { taskId, ...HOOK, url: 'https://example.com/new', token: 'new' };
    await here.outbox.put(moved, 1, 9);
    here.sender.wake(taskId);
    answer();
    await expect.poll(() => here.posted.length).toBe(3);
    for (const { url, headers } of here.posted.slice(1)) {
      expect([url, headers['x-a2a-notification-token']]).toEqual([moved.url, 'new']);
    }
  });
});

it('takes up any number of targets that are behind, some at a time', async () => {
  const here = createSenderUnderTest();
  await here.sender.close(0);
  for (let n = 0; n < 130; n += 1) {
    const taskId = await here.begin({}, `m${n}`);
    await here.runner.waitUntilSettled(taskId, new AbortController().signal);
  }
  expect(here.posted).toEqual([]);
  here.next();
  await expect.poll(() => here.posted.length).toBe(130 * 3);
});
