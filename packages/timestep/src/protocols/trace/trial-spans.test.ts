import { expect, it } from 'vitest';
import { loadGoldenLog } from './golden.fixture.ts';
import { buildSpans } from './build-spans.ts';
import { buildGradesSpan, getTrialTraceId, buildTrialSpans } from './trial-spans.ts';

const events = loadGoldenLog('server-site-weather.json');
const scores = [
  { name: 'FinalContains', score: 1, passed: true, reason: 'it says sunny' },
  { name: 'MaxToolCalls', score: 0, passed: false },
];

it('has the spans of a trial under its own trace, and the grades at the first', () => {
  const spans = buildTrialSpans({ id: 'r1:weather', events, scores, gradedAt: 9000 });
  const alone = buildSpans(events);
  expect(spans.map(({ name }) => name)).toEqual(alone.map(({ name }) => name));
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(
    new Set([getTrialTraceId('r1:weather')]),
  );
  const other = buildTrialSpans({ id: 'r2:weather', events, scores, gradedAt: 9000 });
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

const graded = {
  traceId: 'ABCDEF'.padEnd(32, '0'),
  spanId: 'ab12'.padEnd(16, '0'),
  scores,
  gradedAt: 9000,
};

it('has grades of a trace that is elsewhere in a span of their own, below what was graded', () => {
  const span = buildGradesSpan(graded);
  expect(span).toMatchObject({
    traceId: 'abcdef'.padEnd(32, '0'),
    parentSpanId: 'ab12'.padEnd(16, '0'),
    name: 'evaluation',
    startedAt: 9000,
    endedAt: 9000,
  });
  expect(span?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
    [
      'gen_ai.evaluation.result',
      {
        'gen_ai.evaluation.name': 'FinalContains',
        'gen_ai.evaluation.score.value': 1,
        'gen_ai.evaluation.score.label': 'pass',
      },
    ],
    expect.anything(),
  ]);
  expect(buildGradesSpan({ ...graded, gradedAt: 9001 })?.spanId).not.toBe(span?.spanId);
  expect(JSON.stringify(buildGradesSpan(graded, { contents: true }))).toContain('it says sunny');
});

it('has no span for what has no grade, or no ids of OpenTelemetry', () => {
  expect(buildGradesSpan({ ...graded, scores: [] })).toBeUndefined();
  expect(buildGradesSpan({ ...graded, traceId: 't' })).toBeUndefined();
  expect(buildGradesSpan({ ...graded, spanId: 'q29v' })).toBeUndefined();
});

it('says why only with contents', () => {
  const trial = { id: 't', events, scores, gradedAt: 1 };
  expect(JSON.stringify(buildTrialSpans(trial, { contents: true }))).toContain('it says sunny');
  expect(JSON.stringify(buildTrialSpans(trial))).not.toContain('it says sunny');
  expect(buildTrialSpans({ ...trial, events: [] })).toEqual([]);
});
