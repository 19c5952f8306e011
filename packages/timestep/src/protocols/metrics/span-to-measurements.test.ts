import { describe, expect, it } from 'vitest';
import { buildSpans } from '#protocols/trace';
import { GOLDEN_LOGS } from './golden.fixture.ts';
import { createAggregator } from './aggregator.ts';
import { spanToMeasurements } from './span-to-measurements.ts';

function measured(name: string): Readonly<Record<string, readonly unknown[]>> {
  const { record: take, read } = createAggregator();
  for (const span of buildSpans(GOLDEN_LOGS.get(name) ?? []))
    spanToMeasurements(span).forEach(take);
  return Object.fromEntries(
    read().map(({ instrument, series }) => [
      instrument.name,
      series.map(({ labels, count, sum }) => ({ labels, count, sum })),
    ]),
  );
}

describe('spanToMeasurements', () => {
  it.each([...GOLDEN_LOGS.keys()])('counts each span of %s once', (name) => {
    const ended = buildSpans(GOLDEN_LOGS.get(name) ?? []).filter(
      ({ endedAt }) => endedAt !== undefined,
    );
    const durations = ended
      .flatMap((span) => spanToMeasurements(span))
      .filter(({ instrument }) => instrument.kind === 'histogram');
    expect(ended).not.toEqual([]);
    expect(durations).toHaveLength(ended.length);
    expect(durations.every(({ value }) => value >= 0)).toBe(true);
  });

  it('names failures by their codes, and counts what was tried again', () => {
    const found = measured('taken-up-after-crashes.json');
    expect(JSON.stringify(found['gen_ai.client.inference.duration'])).toContain('process_lost');
    expect(found['timestep.retries']).not.toEqual([]);
  });

  it('counts what was refused, by why', () => {
    const refused = measured('refused-calls.json')['timestep.refusals'];
    const shop = { 'gen_ai.agent.name': 'shop' };
    expect(refused).toEqual([
      { labels: { ...shop, 'error.type': 'forbidden_tool' }, count: 1, sum: 1 },
      { labels: { ...shop, 'error.type': 'max_tool_calls' }, count: 1, sum: 1 },
    ]);
    expect(measured('taken-up-after-crashes.json')['timestep.refusals']).toBeUndefined();
  });

  it('counts what a guard stopped once, by its name', () => {
    const [span] = buildSpans(GOLDEN_LOGS.get('server-site-weather.json') ?? []);
    const decided = (phase: string, action: string) => ({
      name: `timestep.guard.${phase}`,
      at: 0,
      attributes: { 'timestep.guard.name': 'polite', 'timestep.guard.action': action },
    });
    const events = [
      decided('before-model', 'replace'),
      decided('after-model', 'block'),
      // The call that it stopped is counted by its failure.
      decided('before-tool', 'block'),
    ];
    const measures = span ? spanToMeasurements({ ...span, events }) : [];
    expect(
      measures.flatMap(({ instrument, labels }) =>
        instrument.name === 'timestep.refusals' ? [labels] : [],
      ),
    ).toEqual([
      {
        'gen_ai.agent.name': 'weather',
        'error.type': 'blocked',
        'timestep.guard.name': 'polite',
      },
    ]);
  });

  it('has a small set of labels, none of which names a task', () => {
    const names = [...GOLDEN_LOGS.keys()].flatMap((name) =>
      buildSpans(GOLDEN_LOGS.get(name) ?? []).flatMap((span) =>
        spanToMeasurements(span).flatMap(({ labels }) => Object.keys(labels)),
      ),
    );
    expect([...new Set(names)].toSorted()).toEqual([
      'error.type',
      'gen_ai.agent.name',
      'gen_ai.operation.name',
      'gen_ai.provider.name',
      'gen_ai.request.model',
      'gen_ai.tool.name',
      'timestep.event.name',
    ]);
  });
});
