import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ModelError } from '#agents/model';
import { createManualClock } from '#testing';
import { createRateGate, type RateLimitWait } from './rate-gate.ts';

const never = new AbortController().signal;
const quiet = { pause: () => undefined, resume: () => undefined };

function limited(retryAfterMs?: number): ModelError {
  return new ModelError('rate-limited', 'too many', { retryable: true, retryAfterMs, status: 429 });
}

function gateOf(concurrency: number, retries = 5) {
  const clock = createManualClock(1000);
  const waits: RateLimitWait[] = [];
  const gate = createRateGate({
    concurrency,
    retries,
    clock,
    random: () => 1,
    onWait: (wait) => waits.push(wait),
  });
  return { clock, gate, waits };
}

describe('a rate gate', () => {
  it('makes all calls wait when one is refused, and lets fewer go on', async () => {
    const { clock, gate, waits } = gateOf(4);
    const begun: string[] = [];
    const answers = new Map<string, () => void>();
    const ended: Promise<string>[] = [];
    const ask = (name: string): void => {
      const call = async (): Promise<string> => {
        begun.push(name);
        if (begun.filter((one) => one === name).length === 1 && name < 'c') throw limited(3000);
        await new Promise<void>((resolve) => answers.set(name, resolve));
        return name;
      };
      ended.push(gate.call(call, never, quiet));
    };
    for (const name of ['a', 'b', 'c']) ask(name);
    await setImmediate();
    ask('d');
    await setImmediate();
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(waits).toEqual([{ ms: 3000, concurrency: 2 }]);
    clock.advance(2999);
    await setImmediate();
    expect(begun).toHaveLength(3);
    clock.advance(1);
    await setImmediate();
    // One of the two places is still taken by c.
    expect(begun).toEqual(['a', 'b', 'c', 'a']);
    for (const name of ['c', 'a', 'b', 'd']) {
      answers.get(name)?.();
      await setImmediate();
    }
    expect(begun).toEqual(['a', 'b', 'c', 'a', 'b', 'd']);
    expect(await Promise.all(ended)).toEqual(['a', 'b', 'c', 'd']);
    expect(clock.pending()).toBe(0);
  });

  it('tells of a wait once, and again where it grows by a second', async () => {
    const { clock, gate, waits } = gateOf(3);
    const stop = new AbortController();
    const answers: (() => void)[] = [];
    const asked = [3000, 3500, 5000].map((retryAfterMs) =>
      gate.call(
        async () => {
          await new Promise<void>((resolve) => answers.push(resolve));
          throw limited(retryAfterMs);
        },
        stop.signal,
        quiet,
      ),
    );
    const ended = Promise.allSettled(asked);
    await setImmediate();
    for (const answer of answers) {
      answer();
      await setImmediate();
      clock.advance(100);
    }
    expect(waits.map(({ ms }) => ms)).toEqual([3000, 5000]);
    stop.abort();
    await ended;
  });

  it('stops the clock of calls that wait, and no other clock', async () => {
    const { clock, gate } = gateOf(1);
    const told: string[] = [];
    const waiting = { pause: () => told.push('pause'), resume: () => told.push('resume') };
    let calls = 0;
    const call = (): string => {
      calls += 1;
      if (calls === 1) throw limited();
      return 'done';
    };
    const asked = gate.call(call, never, waiting);
    await setImmediate();
    expect(told).toEqual(['pause']);
    clock.advance(1000);
    expect(await asked).toBe('done');
    expect(await gate.call(call, never, waiting)).toBe('done');
    expect(told).toEqual(['pause', 'resume']);
  });

  it('gives a call up that is refused too often', async () => {
    const { clock, gate } = gateOf(2, 2);
    let calls = 0;
    const asked = gate.call(
      () => {
        calls += 1;
        throw limited(10);
      },
      never,
      quiet,
    );
    const failed = asked.catch((thrown: unknown) => thrown);
    for (let time = 0; time < 5; time += 1) {
      await setImmediate();
      clock.advance(10);
    }
    expect(await failed).toMatchObject({ code: 'rate-limited', message: 'too many' });
    expect(calls).toBe(3);
  });

  it.each([
    ['fails otherwise', new Error('broken')],
    ['is asked to wait for hours', limited(3_600_000)],
  ])('lets a call fail at once that %s', async (_, thrown) => {
    const { gate, waits } = gateOf(2);
    const call = (): never => {
      throw thrown;
    };
    await expect(gate.call(call, never, quiet)).rejects.toBe(thrown);
    expect(waits).toEqual([]);
  });

  it('lets go of who is called off while waiting', async () => {
    const { clock, gate } = gateOf(1);
    const stop = new AbortController();
    let isFirst = true;
    const call = (): string => {
      if (!isFirst) return 'done';
      isFirst = false;
      throw limited(1000);
    };
    const calledOff = gate.call(call, stop.signal, quiet);
    await setImmediate();
    const other = gate.call(call, never, quiet);
    stop.abort(new Error('enough'));
    await expect(calledOff).rejects.toThrow('enough');
    clock.advance(1000);
    expect(await other).toBe('done');
  });
});
