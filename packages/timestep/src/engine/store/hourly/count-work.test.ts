import { expect, it } from 'vitest';
import { countWorkOfEvents, sumWorkPerRow } from './count-work.ts';

const TASK = { agent: 'weather', workingMs: 40 };
const replied = (at: number, model: string, tokens: number) => ({
  type: 'model.replied' as const,
  step: 1,
  attempt: 1,
  generation: 1,
  at,
  called: { model },
  message: {
    role: 'assistant' as const,
    content: '',
    usage: { prompt_tokens: tokens, completion_tokens: 1, total_tokens: tokens + 1 },
    cost_usd: 0.5,
  },
});

it('adds up what is stored in one row, and nothing else', () => {
  const counts = countWorkOfEvents(
    TASK,
    [replied(100, 'a', 10), replied(200, 'b', 20), replied(300, 'a', 30)],
    0,
  );
  expect(sumWorkPerRow(counts)).toMatchObject([
    { model: 'a', count: 2, inputTokens: 40, outputTokens: 2, costUsd: 1, failed: 0 },
    { model: 'b', count: 1, inputTokens: 20, outputTokens: 1, costUsd: 0.5, failed: 0 },
  ]);
  expect(sumWorkPerRow(counts.slice(0, 1))).toEqual(counts.slice(0, 1));
  expect(sumWorkPerRow([])).toEqual([]);
});

it('keeps hours and ranges of durations apart', () => {
  const hour = 3_600_000;
  const counts = countWorkOfEvents(TASK, [replied(10, 'a', 1), replied(hour, 'a', 1)], 0);
  expect(sumWorkPerRow(counts)).toHaveLength(2);
});
