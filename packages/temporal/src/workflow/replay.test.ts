import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import proto from '@temporalio/proto';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTaskWorkflowBundle } from '../worker/workflow-bundle.ts';

const { HistoryEvent } = proto.temporal.api.history.v1;
type HistoryEvent = proto.temporal.api.history.v1.HistoryEvent;

/** What Temporal recorded of tasks, one event a line; `test/temporal/save-histories.ts` saves them. */
const FOLDER = join(import.meta.dirname, 'histories');

function eventsIn(file: string): readonly HistoryEvent[] {
  const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => HistoryEvent.fromObject(JSON.parse(line) as object));
}

/** What a worker was given up to each time it was asked what to do next, and the whole. */
function prefixesOf(events: readonly HistoryEvent[]): (readonly HistoryEvent[])[] {
  const { EVENT_TYPE_WORKFLOW_TASK_STARTED: asked } = proto.temporal.api.enums.v1.EventType;
  const prefixes = events.flatMap(({ eventType }, index) =>
    eventType === asked ? [events.slice(0, index + 1)] : [],
  );
  return [...prefixes, events];
}

/** Why a build cannot have decided each of the histories; undefined where it can. */
async function findDivergences(
  code: string,
  histories: readonly (readonly HistoryEvent[])[],
): Promise<readonly (Error | undefined)[]> {
  const given = histories.map((events, index) => ({
    workflowId: `task-${index}`,
    history: { events: [...events] },
  }));
  const found: (Error | undefined)[] = Array.from({ length: histories.length });
  let replayed = 0;
  const replays = Worker.runReplayHistories({ workflowBundle: { code } }, given);
  for await (const { workflowId, error } of replays) {
    replayed += 1;
    found[Number(workflowId.replace('task-', ''))] = error;
  }
  expect(replayed).toBe(histories.length);
  return found;
}

describe('what was recorded of tasks', async () => {
  const files = readdirSync(FOLDER);
  let code: string;

  beforeAll(async () => {
    const logger = new DefaultLogger('ERROR', () => undefined);
    Runtime.install({ logger, telemetryOptions: { logging: { forward: {}, filter: 'ERROR' } } });
    ({ code } = await loadTaskWorkflowBundle());
  });

  it('has tools and approvals, losses, and tasks in many runs', () => {
    const types = new Set(
      files.flatMap((file) => eventsIn(file).map(({ eventType }) => eventType)),
    );
    const { EventType } = proto.temporal.api.enums.v1;
    for (const type of [
      EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED,
      EventType.EVENT_TYPE_ACTIVITY_TASK_FAILED,
      EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW,
      EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
    ]) {
      expect(types).toContain(type);
    }
  });

  const prefixes = files.flatMap((file) =>
    prefixesOf(eventsIn(file)).map((events) => ({ file, events })),
  );
  // All at once, because each replayer compiles the workflow.
  let replayed: ReturnType<typeof findDivergences> | undefined;

  it.each(files)('%s is decided again in the same way, from every prefix', async (file) => {
    expect(prefixes.filter((one) => one.file === file).length).toBeGreaterThan(2);
    replayed ??= findDivergences(
      code,
      prefixes.map(({ events }) => events),
    );
    const errors = (await replayed).filter((_, index) => prefixes[index]?.file === file);
    expect(errors.filter((error) => error !== undefined)).toEqual([]);
  });

  it('is not decided in the same way by a build that does something else', async () => {
    const whole = files.filter((file) => file.includes('subject')).map(eventsIn);
    const other = code.replaceAll('.callTool(', '.callModel(');
    expect(other).not.toBe(code);
    const found = await findDivergences(other, whole);
    const errors = found.filter((error) => error !== undefined);
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error.name).toBe('DeterminismViolationError');
  });

  it('holds no words', () => {
    for (const file of files) {
      for (const event of eventsIn(file)) {
        expect(Buffer.from(HistoryEvent.encode(event).finish()).toString('latin1')).not.toMatch(
          /heard m|"ran |help"/,
        );
      }
    }
  });
});
