import { describe, expect, it } from 'vitest';
import type { NumberedEvent } from '#core';
import { loadGoldenLog } from '../golden.fixture.ts';
import { buildSpans } from '../build-spans.ts';
import { createLogFollower, type ReadableLogs } from './followed-logs.ts';
import { EXPORT_ALL } from './sampler.ts';
import { loadLogForTask } from './traced-logs.fixture.ts';

const ALL = 1000;

type Ways = 'each event' | 'pages at once';

function following(most: number, ways: Ways) {
  const logs = new Map<string, readonly NumberedEvent[]>();
  const read: string[] = [];
  const tasks: ReadableLogs = {
    async *events(taskId: string, after = 0) {
      for (const event of (logs.get(taskId) ?? []).slice(after)) {
        read.push(taskId);
        yield event;
      }
    },
    ...(ways === 'pages at once' && {
      readEventsSync(taskId: string, after: number, limit: number) {
        const page = (logs.get(taskId) ?? []).slice(after, after + limit);
        read.push(...page.map(() => taskId));
        return page;
      },
    }),
  };
  const followed = createLogFollower({ tasks, sampler: EXPORT_ALL, spanOptions: {}, max: most });
  const weather = (id: string, events: number): number => {
    const log = loadLogForTask('server-site-weather.json', id).slice(0, events);
    logs.set(id, log);
    return log.length;
  };
  const waiting = (id: string): void => {
    const log = loadLogForTask('asked-chosen-and-given.json', id);
    const until = log.findIndex(({ type }) => type === 'question.asked');
    logs.set(id, log.slice(0, until + 1));
  };
  return { ...followed, seen: read, weather, waiting };
}

describe.each<Ways>(['each event', 'pages at once'])('a log that is read by %s', (ways) => {
  it('reads a task when it has ended, where too many others go on', async () => {
    const { readNew: read, seen, weather } = following(1, ways);
    weather('one', 5);
    weather('other', 5);
    expect(await read({ taskId: 'one', hasEnded: false }, ALL)).toMatchObject({ generation: 5 });
    expect(await read({ taskId: 'other', hasEnded: false }, ALL)).toBeUndefined();
    expect(seen).toEqual(Array.from({ length: 5 }, () => 'one'));
    const length = weather('other', ALL);
    const part = await read({ taskId: 'other', hasEnded: true }, ALL);
    expect(part).toMatchObject({ generation: length, hasEnded: true, isPart: false });
    expect(part?.ended).toHaveLength(buildSpans(loadGoldenLog('server-site-weather.json')).length);
  });

  it('forgets a task that waits before one that goes on has to wait for its end', async () => {
    const { readNew: read, seen, weather, waiting } = following(2, ways);
    waiting('waits');
    weather('goes', 5);
    weather('more', 5);
    for (const taskId of ['waits', 'goes', 'more']) {
      expect(await read({ taskId, hasEnded: false }, ALL)).toMatchObject({ taskId });
    }
    seen.length = 0;
    weather('goes', 6);
    await read({ taskId: 'goes', hasEnded: false }, ALL);
    expect(seen).toEqual(['goes']);
  });

  it('stops when enough spans have ended, and goes on from there', async () => {
    const { readNew: read, weather } = following(2, ways);
    const length = weather('one', ALL);
    const first = await read({ taskId: 'one', hasEnded: true }, 1);
    expect(first).toMatchObject({ isPart: true, hasEnded: false });
    const rest = await read({ taskId: 'one', hasEnded: true }, ALL);
    expect(rest).toMatchObject({ isPart: false, hasEnded: true, generation: length });
    const spans = [...(first?.ended ?? []), ...(rest?.ended ?? [])].map(({ span }) => span.spanId);
    const whole = buildSpans(loadLogForTask('server-site-weather.json', 'one')).map(
      ({ spanId }) => spanId,
    );
    expect(spans.toSorted()).toEqual(whole.toSorted());
  });
});
