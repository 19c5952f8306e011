import { expect, it, onTestFinished, vi } from 'vitest';
import type { ServerState } from '#engine/port';
import { waitForPingOutcome } from './ping.ts';

it('waits for a server that starts, and for one that is there as long as it may take', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let state: ServerState = 'connecting';
  const { promise, resolve } = Promise.withResolvers<number>();
  const deps = { now: () => 0, state: () => state };
  const [patient, silent] = [promise, new Promise<number>(() => undefined)].map((answer) =>
    waitForPingOutcome(answer, 5000, deps),
  );
  await vi.advanceTimersByTimeAsync(19_000);
  state = 'connected';
  resolve(1.23);
  expect(await patient).toEqual({ at: 0, roundTripMs: 1.2 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await silent).toEqual({ at: 0, why: 'it does not answer after 5 s' });
});
