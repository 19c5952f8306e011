import { describe, expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { createCallerCounter, type CallerLimits } from './caller-limits.ts';

function counted(limits: CallerLimits) {
  const clock = createManualClock(1000);
  const callers = createCallerCounter(limits, () => clock.now());
  return { clock, take: (caller: string) => callers.take(caller) };
}

describe('createCallerCounter', () => {
  it('refuses more requests in a minute, and says when to come back', () => {
    const { take, clock } = counted({ requestsPerMinute: 2 });
    expect(take('ann')).toMatchObject({
      ok: true,
      headers: {
        'x-ratelimit-limit-requests': '2',
        'x-ratelimit-remaining-requests': '1',
        'x-ratelimit-reset-requests': '30s',
      },
    });
    expect(take('ann').ok).toBe(true);
    const refused = take('ann');
    expect(refused).toMatchObject({
      ok: false,
      message: expect.stringContaining('2 requests per minute'),
      headers: { 'retry-after': '30', 'x-ratelimit-remaining-requests': '0' },
    });
    clock.advance(29_000);
    expect(take('ann')).toMatchObject({ ok: false, headers: { 'retry-after': '1' } });
    clock.advance(1000);
    expect(take('ann').ok).toBe(true);
    expect(take('ann').ok).toBe(false);
  });

  it('counts refused requests as none', () => {
    const { take, clock } = counted({ requestsPerMinute: 1 });
    take('ann');
    for (let times = 0; times < 100; times += 1) expect(take('ann').ok).toBe(false);
    clock.advance(60_000);
    expect(take('ann').ok).toBe(true);
  });

  it('counts callers apart', () => {
    const { take } = counted({ requestsPerMinute: 1, requestsAtOnce: 1 });
    expect(take('ann').ok).toBe(true);
    expect(take('bob').ok).toBe(true);
  });

  it('refuses more requests at a time until one has ended, which it may say twice', () => {
    const { take } = counted({ requestsAtOnce: 2 });
    const [first] = [take('ann'), take('ann')];
    const refused = take('ann');
    expect(refused).toMatchObject({
      ok: false,
      message: expect.stringContaining('2 concurrent requests'),
      headers: { 'retry-after': '1' },
    });
    if (!first?.ok) throw new Error('it was refused');
    first.end();
    first.end();
    expect(take('ann').ok).toBe(true);
    expect(take('ann').ok).toBe(false);
  });

  it('forgets callers that are away, and no caller with a request under way', () => {
    const { take, clock } = counted({ requestsPerMinute: 1, requestsAtOnce: 1 });
    expect(take('ann').ok).toBe(true);
    for (let at = 0; at < 20_001; at += 1) {
      const taken = take(`caller ${at}`);
      if (taken.ok) taken.end();
    }
    // The first callers are forgotten: there would be no end of them.
    expect(take('caller 0').ok).toBe(true);
    expect(take('caller 20000').ok).toBe(false);
    clock.advance(120_000);
    expect(take('ann')).toMatchObject({
      ok: false,
      message: expect.stringContaining('concurrent requests'),
    });
  });
});
