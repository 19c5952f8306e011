import type { Browser } from 'playwright-core';
import type { NumberedEvent, TaskEvent } from '@timestep-ai/timestep/core';
import {
  addEventToTimeline,
  EMPTY_TIMELINE,
  sumTree,
  timelineToJson,
  type TaskTree,
} from '@timestep-ai/timestep/view';
import { startPageServer } from './page-server.ts';
import { openWatched, type Busy } from './watched-page.ts';

/** Measurement of the run screen while a tree of tasks was opened, zoomed and gone through. */
export interface TreeRow extends Busy {
  readonly view: string;
  /** Number of rows in the document. */
  readonly rows: number;
}

/** Maximum milliseconds of the main thread until a tree is open. */
const MOST_TO_OPEN_MS = 500;
/** Number of steps that are gone through with a key. */
const STEPS = 50;

/** Returns the exceeded limits. */
export function slowTreesIn(rows: readonly TreeRow[]): string[] {
  return rows
    .filter(({ view, ms }) => view.includes('opened') && ms > MOST_TO_OPEN_MS)
    .map(({ view, ms }) => `${view} with ${ms} ms`);
}

/** Opens a tree of tasks. The server has one of them; its tree is replaced on the way to the page. */
export async function measureTree(
  browser: Browser,
  { tasks, events }: { readonly tasks: number; readonly events: number },
): Promise<readonly TreeRow[]> {
  const server = await startPageServer(1);
  try {
    const listed = await server.read<{ tasks: readonly { readonly id: string }[] }>('/tasks');
    const id = listed.tasks[0]?.id ?? '';
    const body = JSON.stringify(createTree(id, tasks, events));
    const watched = await openWatched(
      browser,
      `${server.url}/ui/tasks/${id}`,
      (request) => request.url().endsWith('/ui/api/events'),
      { path: '**/tree', body },
    );
    const { page } = watched;
    const rows = page.locator('main [role=listitem]');
    await rows.nth(9).waitFor();
    const view = `tree of ${tasks} tasks, ${events} events`;
    const opened = { view: `${view}: opened`, ...(await watched.busy()), rows: await rows.count() };
    for (let at = 0; at < STEPS; at += 1) await page.keyboard.press(at % 5 === 0 ? '+' : 'j');
    const used = {
      view: `${view}: ${STEPS} keys`,
      ...(await watched.busy()),
      rows: await rows.count(),
    };
    await watched.close();
    return [opened, used];
  } finally {
    await server.close();
  }
}

/** Creates a root that asks all others at once, of which each has the same number of events. */
function createTree(rootId: string, tasks: number, events: number): TaskTree {
  const ids = Array.from({ length: tasks }, (_, at) => (at === 0 ? rootId : `task-${at}`));
  const logs = ids.map((id, at) => createLog(id, at === 0 ? ids.slice(1) : [], events / tasks));
  const listed = ids.map((id, at) => {
    const timeline = timelineToJson((logs[at] ?? []).reduce(addEventToTimeline, EMPTY_TIMELINE));
    const facts = { id, agent: `agent-${at % 5}`, contextId: 'c', title: `Look at ${id}` };
    return { ...facts, createdAt: 0, state: 'working' as const, depth: at === 0 ? 0 : 1, timeline };
  });
  const summed = listed.map(({ id, agent, createdAt, timeline: { ended, running } }) => {
    return { id, agent, createdAt, rows: [...ended, ...running] };
  });
  return { tasks: listed, totals: sumTree(summed, events), isCut: false };
}

function createLog(taskId: string, asked: readonly string[], events: number): NumberedEvent[] {
  const begun: readonly TaskEvent[] = [
    {
      type: 'task.submitted',
      taskId,
      contextId: 'c',
      agent: 'busy',
      principal: '',
      coreVersion: 3,
      toolSite: 'server',
      limits: { max_steps: 30, time_limit_s: 120, model_patience_s: 60 },
      seed: 0,
      loadPrompt: false,
      history: [],
      clientTools: [],
    },
    ...asked.flatMap((callId): readonly TaskEvent[] => [
      { type: 'tool.started', callId, attempt: 1 },
      { type: 'call.suspended', callId, awaits: { task_id: callId } },
    ]),
  ];
  const all = [...begun];
  for (let step = 1; all.length < events; step += 1) all.push(...createStep(step));
  return all.map((event, at) => ({ ...event, generation: at + 1, at: (at + 1) * 10 }));
}

function createStep(step: number): readonly TaskEvent[] {
  const callId = `c${step}`;
  const called = { name: 'look', arguments: JSON.stringify({ place: `the place ${step}` }) };
  const usage = { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 };
  const tool_calls = [{ id: callId, type: 'function', function: called }] as const;
  return [
    { type: 'model.started', step, attempt: 1 },
    {
      type: 'model.replied',
      step,
      attempt: 1,
      message: { role: 'assistant', content: 'All is well.', usage, cost_usd: 0.002, tool_calls },
    },
    { type: 'tool.started', callId, attempt: 1 },
    { type: 'tool.returned', callId, content: 'as it should be' },
  ];
}
