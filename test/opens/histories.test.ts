/** The current workflow replays histories that Temporal recorded with earlier code, and decides the same. */
import proto from '@temporalio/proto';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTaskWorkflowBundle } from '../../packages/temporal/src/worker/workflow-bundle.ts';
import { once } from '../crash/once.ts';
import { GENERATIONS, historiesOf } from './generation.ts';

const { HistoryEvent } = proto.temporal.api.history.v1;
type HistoryEvent = proto.temporal.api.history.v1.HistoryEvent;
type Recorded = readonly object[];

/** Tasks of all these agents are there; the archivist's is one of several runs. */
const AGENTS = [
  'archivist',
  'booker',
  'clerk',
  'envoy',
  'listener',
  'manager',
  'payer',
  'sleeper',
  'tailor',
];

let code: string;

beforeAll(async () => {
  const logger = new DefaultLogger('ERROR', () => undefined);
  Runtime.install({ logger, telemetryOptions: { logging: { forward: {}, filter: 'ERROR' } } });
  ({ code } = await loadTaskWorkflowBundle());
});

/** By the names of files, why the workflow cannot have decided each history; empty where it can. */
async function findDivergences(
  histories: readonly (readonly [file: string, events: Recorded])[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const given = histories.map(([file, events], index) => ({
    workflowId: `task-${index} ${file}`,
    history: { events: events.map((event): HistoryEvent => HistoryEvent.fromObject(event)) },
  }));
  const found = new Map(histories.map(([file]): [string, string[]] => [file, []]));
  let replayed = 0;
  // All at once, because each replayer compiles the workflow.
  const replays = Worker.runReplayHistories({ workflowBundle: { code } }, given);
  for await (const { workflowId, error } of replays) {
    replayed += 1;
    if (error) found.get(workflowId.replace(/^\S+ /, ''))?.push(error.name);
  }
  expect(replayed).toBe(histories.length);
  return found;
}

/** What a worker was given up to each time it was asked what to do next, and the whole. */
function prefixesOf(events: Recorded): readonly Recorded[] {
  const prefixes = events.flatMap((event, index) =>
    JSON.stringify(event).includes('"EVENT_TYPE_WORKFLOW_TASK_STARTED"')
      ? [events.slice(0, index + 1)]
      : [],
  );
  return [...prefixes, events];
}

describe.each(GENERATIONS)('the histories of %s', (generation) => {
  const histories = historiesOf(generation);

  it('are of tasks that asked, waited, were continued as new, and ended', () => {
    const agents = [...histories.keys()].map((file) => file.replace(/-\d+\.jsonl$/, ''));
    expect([...new Set(agents)].toSorted()).toEqual(AGENTS);
    const types = JSON.stringify([...histories.values()]);
    for (const type of [
      'ACTIVITY_TASK_COMPLETED',
      'WORKFLOW_EXECUTION_SIGNALED',
      'WORKFLOW_EXECUTION_CONTINUED_AS_NEW',
      'WORKFLOW_EXECUTION_COMPLETED',
    ]) {
      expect(types).toContain(`"EVENT_TYPE_${type}"`);
    }
  });

  const prefixes = [...histories].flatMap(([file, events]) =>
    prefixesOf(events).map((prefix) => [file, prefix] as const),
  );
  const replayed = once(() => findDivergences(prefixes));

  it.each([...histories.keys()])('replay from every prefix: %s', async (file) => {
    expect(prefixes.filter(([of]) => of === file).length).toBeGreaterThan(2);
    expect((await replayed()).get(file)).toEqual([]);
  });

  const replayedWithOthers = once(() =>
    findDivergences([...histories].map(([file, events]) => [file, events.map(nameOther)])),
  );

  it.each([...histories.keys()])(
    'do not replay where another activity was recorded: %s',
    async (file) => {
      expect((await replayedWithOthers()).get(file)).toEqual(['DeterminismViolationError']);
    },
  );
});

/** The same event, of an activity with another name. */
function nameOther(event: object): object {
  const text = JSON.stringify(event);
  return JSON.parse(
    text.replaceAll(/"activityType":\{"name":"\w+"\}/g, '"activityType":{"name":"other"}'),
  ) as object;
}
