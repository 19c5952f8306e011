/**
 * Saves Temporal's histories of the crash scenario, for the replay tests: undisturbed, in short
 * runs, with a killed worker, and canceled. Run it if a change of the workflow must alter the
 * histories.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Client, Connection, type WorkflowExecutionInfo } from '@temporalio/client';
import proto from '@temporalio/proto';
import { startSubject, type Subject } from '../crash/story.ts';
import { createWorld } from '../crash/world.ts';
import { openCrashStage } from './crash-stage.ts';

const TARGET = join(import.meta.dirname, '../../packages/temporal/src/workflow/histories');

const { HistoryEvent } = proto.temporal.api.history.v1;
type HistoryEvent = proto.temporal.api.history.v1.IHistoryEvent;

/** The input of a workflow, as far as it is read here. */
interface TaskInput {
  readonly origin: { readonly agent: string };
}

const PLAIN = { longs: String, enums: String, bytes: String };

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
const { subject, server } = await openCrashStage(folder);
const connection = await Connection.connect({ address: server.address });
const client = new Client({ connection });

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET);
await save('undisturbed', await told(subject, [0]));
await save('short-runs', await told({ ...subject, args: [...subject.args, '12'] }, [0]));
await save('killed', await told(subject, [90, 60, 0]));
await connection.close();
await server.stop();
rmSync(folder, { recursive: true });

/** Runs the scenario, with a kill if requested, and returns the queue of its tasks. */
async function told(by: Subject, kills: readonly number[]): Promise<string> {
  const path = join(mkdtempSync(join(folder, 'story-')), 'tasks.db');
  const world = await createWorld();
  for (const killAt of kills) await startSubject({ path, world, killAt, subject: by }).told;
  await world.close();
  return basename(dirname(path));
}

/** Formats one event per line, so that a diff shows changes; one task of each agent. */
async function save(name: string, taskQueue: string): Promise<void> {
  const runs: WorkflowExecutionInfo[] = [];
  const query = `TaskQueue = '${taskQueue}'`;
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
