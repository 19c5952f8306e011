import { expect, it } from 'vitest';
import { goldenLog } from './golden.fixture.ts';
import { spansOf } from './spans-of.ts';
import { traceIdOfTrial, trialSpans } from './trial-spans.ts';

const events = goldenLog('server-site-weather.json');
const scores = [
  { name: 'FinalContains', score: 1, passed: true, reason: 'it says sunny' },
  { name: 'MaxToolCalls', score: 0, passed: false },
];

it('has the spans of a trial under its own trace, and the grades at the first', () => {
  const spans = trialSpans({ id: 'r1:weather', events, scores, gradedAt: 9000 });
  const alone = spansOf(events);
  expect(spans.map(({ name }) => name)).toEqual(alone.map(({ name }) => name));
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(
    new Set([traceIdOfTrial('r1:weather')]),
  );
  const other = trialSpans({ id: 'r2:weather', events, scores, gradedAt: 9000 });
  const ids = [...spans, ...other, ...alone].map(({ spanId }) => spanId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(spans[0]?.events.slice(-2)).toEqual([
    {
      name: 'gen_ai.evaluation.result',
      at: 9000,
      attributes: {
        'gen_ai.evaluation.name': 'FinalContains',
        'gen_ai.evaluation.score.value': 1,
        'gen_ai.evaluation.score.label': 'pass',
      },
    },
    {
      name: 'gen_ai.evaluation.result',
      at: 9000,
      attributes: {
        'gen_ai.evaluation.name': 'MaxToolCalls',
        'gen_ai.evaluation.score.value': 0,
        'gen_ai.evaluation.score.label': 'fail',
      },
    },
  ]);
});

it('says why only with contents', () => {
  const trial = { id: 't', events, scores, gradedAt: 1 };
  expect(JSON.stringify(trialSpans(trial, { contents: true }))).toContain('it says sunny');
  expect(JSON.stringify(trialSpans(trial))).not.toContain('it says sunny');
  expect(trialSpans({ ...trial, events: [] })).toEqual([]);
});
