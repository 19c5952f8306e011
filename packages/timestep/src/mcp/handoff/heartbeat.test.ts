import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../testing/index.ts';
import { withHeartbeat } from './heartbeat.ts';

function beating(work: Promise<string>) {
  const clock = createManualClock();
  let beats = 0;
  const beat = (): void => {
    beats += 1;
  };
  return { clock, beats: () => beats, done: withHeartbeat(work, beat, 10, clock) };
}

describe('withHeartbeat', () => {
  it('beats while the work goes on and not after it', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { clock, beats, done } = beating(promise);
    clock.advance(35);
    expect(beats()).toBe(3);
    resolve('done');
    expect(await done).toBe('done');
    clock.advance(100);
    expect(beats()).toBe(3);
    expect(clock.pending()).toBe(0);
  });

  it('stops when the work fails too', async () => {
    const { clock, beats, done } = beating(Promise.reject(new Error('no')));
    await expect(done).rejects.toThrow('no');
    clock.advance(100);
    expect(beats()).toBe(0);
    expect(clock.pending()).toBe(0);
  });
});
