/**
 * Saves Temporal's histories, for the replay tests: of the crash scenario undisturbed, in short runs
 * and with a killed worker, and of a parked task. Run it if a change of the workflow must alter the
 * histories; with names of histories it saves only those.
 */
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection, type WorkflowExecutionInfo } from '@temporalio/client';
import proto from '@temporalio/proto';
import { startSubject, type Subject } from '../crash/story.ts';
import { createWorld } from '../crash/world.ts';
import { culpritStory } from '../interop/kill/culprit-story.ts';
import { openCrashStage } from './crash-stage.ts';

const TARGET = join(import.meta.dirname, '../../packages/temporal/src/workflow/histories');

const { HistoryEvent } = proto.temporal.api.history.v1;
type HistoryEvent = proto.temporal.api.history.v1.IHistoryEvent;

/** The input of a workflow, as far as it is read here. */
interface TaskInput {
  readonly origin: { readonly agent: string };
}

const POISONOUS = fileURLToPath(new URL('poisonous-assistant.ts', import.meta.url));

const PLAIN = { longs: String, enums: String, bytes: String };

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
const { subject, server } = await openCrashStage(folder);
const connection = await Connection.connect({ address: server.address });
const client = new Client({ connection });

/** Each returns a query for the workflows to save. */
const STORIES: Readonly<Record<string, () => Promise<string>>> = {
  undisturbed: () => told(subject, [0]),
  'short-runs': () => told({ ...subject, args: [...subject.args, '12'] }, [0]),
  killed: () => told(subject, [90, 60, 0]),
  parked: async () => {
    const served = { program: POISONOUS, env: { TEMPORAL: server.address } };
    const { taskId } = await culpritStory({ kind: 'abort', answer: 'go on', served });
    return `WorkflowId = '${taskId}'`;
  },
};

const named = process.argv.slice(2);
mkdirSync(TARGET, { recursive: true });
for (const [name, tell] of Object.entries(STORIES)) {
  if (named.length > 0 && !named.includes(name)) continue;
  for (const file of globSync(`${name}-*.jsonl`, { cwd: TARGET })) rmSync(join(TARGET, file));
  await save(name, await tell());
}
await connection.close();
await server.stop();
rmSync(folder, { recursive: true });

/** Runs the scenario, with a kill if requested, and returns a query for its tasks. */
async function told(by: Subject, kills: readonly number[]): Promise<string> {
  const path = join(mkdtempSync(join(folder, 'story-')), 'tasks.db');
  const world = await createWorld();
  for (const killAt of kills) await startSubject({ path, world, killAt, subject: by }).told;
  await world.close();
  return `TaskQueue = '${basename(dirname(path))}'`;
}

/** Formats one event per line, so that a diff shows changes; one task of each agent. */
async function save(name: string, query: string): Promise<void> {
  const runs: WorkflowExecutionInfo[] = [];
  for await (const run of client.workflow.list({ query })) runs.push(run);
  runs.sort((one, other) => one.startTime.getTime() - other.startTime.getTime());
  const taskOf = new Map<string, string>();
  let saved = 0;
  for (const { workflowId, runId } of runs) {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const agent = agentIn(events?.[0]);
    if ((taskOf.get(agent) ?? workflowId) !== workflowId) continue;
    taskOf.set(agent, workflowId);
    saved += 1;
    writeFileSync(
      join(TARGET, `${name}-${agent}-${saved}.jsonl`),
      (events ?? []).map(lineOf).join(''),
    );
  }
  process.stdout.write(`${name}: ${saved} of ${runs.length} runs\n`);
}

function agentIn(event: HistoryEvent | undefined): string {
  const started = event?.workflowExecutionStartedEventAttributes;
  const [payload] = started?.input?.payloads ?? [];
  const input = JSON.parse(Buffer.from(payload?.data ?? []).toString()) as TaskInput;
  return input.origin.agent;
}

/** The identity is removed, because it names one machine. */
function lineOf(event: HistoryEvent): string {
  const plain = HistoryEvent.toObject(HistoryEvent.create(event), PLAIN);
  return `${JSON.stringify(plain, (key, value: unknown) => (key === 'identity' ? undefined : value))}\n`;
}
