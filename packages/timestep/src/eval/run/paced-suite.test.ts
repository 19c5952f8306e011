import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ModelError } from '#agents/model';
import type { AgentFn } from '#engine/port';
import { createManualClock } from '#testing';
import { finalContains } from '../graders/text-graders.ts';
import { readResults } from './results-file.ts';
import { runSuite, type SuiteOptions } from './run-suite.ts';

function suite(agent: AgentFn, more: Partial<SuiteOptions>): SuiteOptions {
  const outdir = mkdtempSync(join(tmpdir(), 'timestep-eval-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const tasks = ['one', 'two', 'three'].map((id) => ({
    id,
    messages: [{ role: 'user', content: id }] as const,
    limits: { time_limit_s: 5 },
  }));
  return { tasks, outdir, agent, trials: 2, graders: [finalContains({ text: 'fine' })], ...more };
}

/** Refuses the first calls, then answers after a tenth of a second. */
function refusing(refusals: number, clock: ReturnType<typeof createManualClock>): AgentFn {
  let left = refusals;
  return () => {
    left -= 1;
    if (left >= 0) {
      throw new ModelError('rate-limited', 'too many', { retryable: true, retryAfterMs: 60_000 });
    }
    clock.advance(100);
    return { role: 'assistant', content: 'fine' };
  };
}

it('waits where the rate is limited, and does not count it as time of the trials', async () => {
  const clock = createManualClock(1_000_000);
  const waits: number[] = [];
  const options = suite(refusing(3, clock), {
    clock,
    random: () => 1,
    concurrency: 3,
    onWait: ({ ms, concurrency }) => {
      waits.push(ms, concurrency);
      setImmediate(() => clock.advance(ms));
    },
  });
  const { isComplete } = await runSuite(options);
  expect(isComplete).toBe(true);
  expect(waits).toEqual([60_000, 1]);
  const rows = [...readResults(join(options.outdir, 'results.jsonl'))];
  expect(rows.map(({ verdict, duration_s }) => [verdict, duration_s <= 0.3])).toEqual(
    Array.from({ length: 6 }, () => ['passed', true]),
  );
});

it('records what is refused too often as broken, not as failed', async () => {
  const clock = createManualClock(0);
  const options = suite(refusing(1000, clock), {
    clock,
    concurrency: 1,
    trials: 1,
    rateLimitRetries: 1,
    onWait: ({ ms }) => setImmediate(() => clock.advance(ms)),
  });
  await runSuite(options);
  const rows = [...readResults(join(options.outdir, 'results.jsonl'))];
  expect(rows.map(({ verdict, error }) => [verdict, error])).toEqual(
    Array.from({ length: 3 }, () => ['error', expect.stringContaining('too many')]),
  );
});
