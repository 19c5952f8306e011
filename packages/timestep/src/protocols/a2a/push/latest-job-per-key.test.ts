import { expect, it } from 'vitest';
import { createReplacingJobRunner } from './keyed-jobs.ts';

async function aborted({ signal }: AbortController): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

it('calls off the work before, and begins after its end', async () => {
  const succession = createReplacingJobRunner();
  const told: string[] = [];
  const first = succession.run('a', async (leave) => {
    told.push('first');
    await aborted(leave);
    told.push('first called off');
  });
  await succession.run('a', async () => void told.push('second'));
  await first;
  expect(told).toEqual(['first', 'first called off', 'second']);
});

it('leaves work with another key alone, and work that has ended', async () => {
  const succession = createReplacingJobRunner();
  const called: boolean[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const long = succession.run('a', async ({ signal }) => {
    await promise;
    called.push(signal.aborted);
  });
  const short = (): Promise<boolean> => succession.run('b', async ({ signal }) => signal.aborted);
  expect([await short(), await short()]).toEqual([false, false]);
  resolve();
  await long;
  expect(called).toEqual([false]);
});

it('begins although the work before has failed', async () => {
  const succession = createReplacingJobRunner();
  const failing = succession.run('a', async (leave) => {
    await aborted(leave);
    throw new Error('broken');
  });
  const next = succession.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
