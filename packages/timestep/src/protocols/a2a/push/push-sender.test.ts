import { describe, expect, it } from 'vitest';
import { TimestepError } from '#core';
import { asks, idsOf, runPendingWork, createSenderUnderTest } from './push-sender.fixture.ts';

class AwayError extends TimestepError {
  readonly retryable = true;
}

describe('a push sender', () => {
  it('tells each change of state and each whole answer, in order', async () => {
    const { posted, begin } = createSenderUnderTest();
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
    const { posted, begin } = createSenderUnderTest();
    await begin({ version: '0.3' });
    await expect.poll(() => posted.length).toBe(3);
    expect(posted.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { kind: 'task', status: { state: 'working' } },
      { kind: 'task', status: { state: 'working' }, artifacts: [{}] },
      { kind: 'task', status: { state: 'completed' } },
    ]);
  });

  it('says once why the model is away', async () => {
    let calls = 0;
    const { posted, begin } = createSenderUnderTest([], () => {
      calls += 1;
      if (calls < 3) throw new AwayError('away', 'cannot reach the model');
      return { role: 'assistant', content: 'hello' };
    });
    await begin();
    await expect.poll(() => posted.at(-1)?.body, { timeout: 20_000 }).toContain('COMPLETED');
    const reasons = posted.filter(({ body }) =>
      body.includes('waiting for the model: cannot reach'),
    );
    expect(reasons.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { statusUpdate: { status: { state: 'TASK_STATE_WORKING' } } },
    ]);
  });

  it('proves who it is', async () => {
    const { posted, begin } = createSenderUnderTest();
    await begin({ token: 'known', authentication: { scheme: 'Bearer', credentials: 'secret' } });
    await expect.poll(() => posted.length).toBe(3);
    expect(posted[0]?.headers).toMatchObject({
      'x-a2a-notification-token': 'known',
      authorization: 'Bearer secret',
    });
  });

  it('tries again what was not taken, later and later, under the same id', async () => {
    const { posted, begin, clock, errors } = createSenderUnderTest([500, 503]);
    await begin({ authentication: { scheme: 'Bearer', credentials: 'secret' } });
    await expect.poll(() => errors.length).toBe(1);
    expect(String(errors[0])).toContain('500');
    expect(String(errors[0])).not.toContain('secret');
    await runPendingWork();
    clock.advance(999);
    await runPendingWork();
    expect(posted).toHaveLength(1);
    clock.advance(1);
    await expect.poll(() => posted.length).toBe(2);
    await runPendingWork();
    clock.advance(2000);
    await expect.poll(() => posted.length).toBe(5);
    const [first, second, third] = idsOf(posted);
    expect([second, third]).toEqual([first, first]);
    expect(posted.at(-1)?.body).toContain('TASK_STATE_COMPLETED');
  });

  it('lets go of a receiver that is gone', async () => {
    const { posted, begin, clock, errors } = createSenderUnderTest([410]);
    await begin();
    await expect.poll(() => posted.length).toBe(1);
    await runPendingWork();
    clock.advance(3_600_000);
    await runPendingWork();
    expect(posted).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('goes on, as the next sender, with what was not sent', async () => {
    const { runner, outbox, posted, begin, sender, next } = createSenderUnderTest([500]);
    const taskId = await begin();
    await expect.poll(() => posted.length).toBe(1);
    await sender.close(100);
    await runner.waitUntilSettled(taskId, new AbortController().signal);
    // Its wait is over.
    const lease = { holder: 'test', now: 1e9, until: 1e9 };
    for (const delivery of await outbox.claimForTask(taskId, lease, false)) {
      expect(delivery.failures).toBe(1);
      await outbox.release(delivery, { sent: delivery.sent, failures: 1, dueAt: 0 });
    }
    next();
    await expect.poll(() => posted.length).toBe(4);
    expect(idsOf(posted)[1]).toBe(idsOf(posted)[0]);
  });

  it('finds what others did to a task', async () => {
    const { runner, posted, begin, clock } = createSenderUnderTest([], asks);
    const taskId = await begin();
    await expect.poll(() => posted.at(-1)?.body).toContain('INPUT_REQUIRED');
    await runPendingWork();
    const message = { role: 'user', content: 'never mind' } as const;
    await runner.submit({ agent: 'a', principal: '', messageId: 'm2', taskId, message });
    await runPendingWork();
    clock.advance(5000);
    await expect.poll(() => posted.at(-1)?.body).toContain('TASK_STATE_COMPLETED');
  });
});
