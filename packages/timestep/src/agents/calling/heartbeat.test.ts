import { describe, expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { withHeartbeat } from './heartbeat.ts';

function beating(work: (beat: (message?: string) => void) => Promise<string>) {
  const clock = createManualClock();
  const beats: unknown[] = [];
  const progress = async (...beat: readonly unknown[]): Promise<void> => void beats.push(beat);
  const options = { clock, everyMs: 10, message: () => 'it works' };
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

  it('beats only after silence, with the words of that time', async () => {
    const clock = createManualClock();
    const texts: unknown[] = [];
    const progress = async (...beat: readonly unknown[]): Promise<void> => void texts.push(beat[2]);
    const { promise, resolve } = Promise.withResolvers<string>();
    let words = 'it works';
    let beatNow: (text: string) => void = () => undefined;
    const options = { clock, everyMs: 10, message: () => words };
    const done = withHeartbeat({ progress }, options, (beat) => {
      beatNow = beat;
      return promise;
    });
    clock.advance(9);
    beatNow('it waits');
    clock.advance(9);
    expect(texts).toEqual(['it waits']);
    words = 'it still waits';
    clock.advance(1);
    expect(texts).toEqual(['it waits', 'it still waits']);
    resolve('done');
    await done;
    expect(clock.pending()).toBe(0);
  });
});
