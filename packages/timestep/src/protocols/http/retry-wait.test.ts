import { expect, it } from 'vitest';
import { createRetryWait } from './retry-wait.ts';

const away = new Error('away');

function waiting(patienceMs: number, signal?: AbortSignal) {
  const pauses: number[] = [];
  let time = 1000;
  const made = createRetryWait({
    patienceMs,
    now: () => time,
    pause: async (ms) => {
      signal?.throwIfAborted();
      pauses.push(ms);
      time += ms;
    },
    signal,
  });
  return { ...made, pauses };
}

it('waits longer each time, and gives up when patience is at an end', async () => {
  const { waitAfterFailure: afterFailure, pauses } = waiting(20_000);
  const trying = async () => {
    for (;;) await afterFailure(away);
  };
  await expect(trying()).rejects.toBe(away);
  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 3700]);
});

it('begins anew once the peer has answered', async () => {
  const { waitAfterFailure: afterFailure, reset: reached, pauses } = waiting(1000);
  for (let time = 0; time < 3; time += 1) {
    await afterFailure(away);
    await afterFailure(away);
    reached();
  }
  expect(pauses).toEqual([100, 200, 100, 200, 100, 200]);
});

it('waits as long as it is asked to, and never longer than it may', async () => {
  const { waitAfterFailure: afterFailure, pauses } = waiting(4000);
  await afterFailure(away, 3000);
  await afterFailure(away, 3000);
  await expect(afterFailure(away, 3000)).rejects.toBe(away);
  expect(pauses).toEqual([3000, 1000]);
});

it('does not wait without patience, nor once it is called off', async () => {
  await expect(waiting(0).waitAfterFailure(away)).rejects.toBe(away);
  const reason = new Error('enough');
  await expect(waiting(1000, AbortSignal.abort(reason)).waitAfterFailure(away)).rejects.toBe(
    reason,
  );
});
