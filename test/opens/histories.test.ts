/** The current workflow replays histories that Temporal recorded with earlier code, and decides the same. */
import proto from '@temporalio/proto';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTaskWorkflowBundle } from '../../packages/temporal/src/worker/workflow-bundle.ts';
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

/** Why the workflow cannot have decided what was recorded; empty where it can. */
async function divergences(histories: readonly Recorded[]): Promise<readonly string[]> {
  const given = histories.map((events, index) => ({
    workflowId: `task-${index}`,
    history: { events: events.map((event): HistoryEvent => HistoryEvent.fromObject(event)) },
  }));
  const errors: string[] = [];
  for await (const { error } of Worker.runReplayHistories({ workflowBundle: { code } }, given)) {
    errors.push(error?.name ?? 'none');
  }
  expect(errors).toHaveLength(histories.length);
  return errors.filter((name) => name !== 'none');
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

  it.each([...histories.keys()])('replay from every prefix: %s', async (file) => {
    const prefixes = prefixesOf(histories.get(file) ?? []);
    expect(prefixes.length).toBeGreaterThan(2);
    expect(await divergences(prefixes)).toEqual([]);
  });

  it.each([...histories.keys()])(
    'do not replay where another activity was recorded: %s',
    async (file) => {
      const changed = (histories.get(file) ?? []).map(
        (event) =>
          JSON.parse(
            JSON.stringify(event).replaceAll(
              /"activityType":\{"name":"\w+"\}/g,
              '"activityType":{"name":"other"}',
            ),
          ) as object,
      );
      expect(await divergences([changed])).toEqual(['DeterminismViolationError']);
    },
  );
});
