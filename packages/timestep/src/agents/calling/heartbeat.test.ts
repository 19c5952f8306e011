import { describe, expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { withHeartbeat } from './heartbeat.ts';

function beating(work: (beat: (message?: string) => void) => Promise<string>) {
  const clock = createManualClock();
  const beats: unknown[] = [];
  const progress = async (...beat: readonly unknown[]): Promise<void> => void beats.push(beat);
  const options = { clock, everyMs: 10, message: 'it works' };
  return { clock, beats, done: withHeartbeat({ progress }, options, work) };
}

describe('withHeartbeat', () => {
  it('beats while the work goes on and not after it, in one rising count', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { clock, beats, done } = beating((beat) => {
      beat('it begins');
      return promise;
    });
    clock.advance(25);
    const regular = [2, 3].map((count) => [count, undefined, 'it works']);
    expect(beats).toEqual([[1, undefined, 'it begins'], ...regular]);
    resolve('done');
    expect(await done).toBe('done');
    clock.advance(100);
    expect(beats).toHaveLength(3);
    expect(clock.pending()).toBe(0);
  });

  it('stops when the work fails too', async () => {
    const { clock, beats, done } = beating(() => Promise.reject(new Error('no')));
    await expect(done).rejects.toThrow('no');
    clock.advance(100);
    expect(beats).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it('tells news instead of the usual words, and none after the work', async () => {
    const clock = createManualClock();
    const told: unknown[] = [];
    const progress = async (...beat: readonly unknown[]): Promise<void> => void told.push(beat[2]);
    const { promise, resolve } = Promise.withResolvers<string>();
    const late = Promise.withResolvers<undefined>();
    const found = [Promise.resolve('it waits'), Promise.resolve(undefined), late.promise];
    const news = async () => found.shift();
    const options = { clock, everyMs: 10, message: 'it works', news };
    const done = withHeartbeat({ progress }, options, () => promise);
    clock.advance(10);
    await expect.poll(() => told).toEqual(['it waits']);
    clock.advance(10);
    await expect.poll(() => told).toEqual(['it waits', 'it works']);
    clock.advance(10);
    resolve('done');
    await done;
    late.resolve(undefined);
    await new Promise(setImmediate);
    expect(told).toHaveLength(2);
    expect(clock.pending()).toBe(0);
  });
});
