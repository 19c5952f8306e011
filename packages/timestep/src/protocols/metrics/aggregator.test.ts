import { expect, it } from 'vitest';
import { INSTRUMENTS } from './instrument.ts';
import { createAggregator } from './aggregator.ts';

const COUNTER = INSTRUMENTS.retries;

it('adds up what has the same labels, in whichever order', () => {
  const { record: take, read } = createAggregator();
  take({ instrument: COUNTER, labels: { a: '1', b: '2' }, value: 1 });
  take({ instrument: COUNTER, labels: { b: '2', a: '1' }, value: 2 });
  expect(read()).toEqual([
    {
      instrument: COUNTER,
      series: [{ labels: { a: '1', b: '2' }, count: 2, sum: 3, buckets: [] }],
    },
  ]);
});

it('adds up what has no room under one label', () => {
  const { record: take, read } = createAggregator(2);
  for (const name of ['a', 'b', 'c', 'd', 'a']) {
    take({ instrument: COUNTER, labels: { name }, value: 1 });
  }
  const [{ series } = { series: [] }] = read();
  expect(series.map(({ labels, sum }) => [labels, sum])).toEqual([
    [{ name: 'a' }, 2],
    [{ name: 'b' }, 1],
    [{ 'otel.metric.overflow': 'true' }, 2],
  ]);
});

it('puts a value into the first bucket that holds it', () => {
  const { record: take, read } = createAggregator();
  const instrument = { ...INSTRUMENTS.turn, bounds: [1, 2] };
  for (const value of [0, 1, 1.5, 2, 3]) take({ instrument, labels: {}, value });
  expect(read()[0]?.series[0]?.buckets).toEqual([2, 2, 1]);
});
