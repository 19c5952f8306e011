/**
 * Writes what Temporal records of tasks, and what their store keeps, into a generation:
 * `write-histories.ts <name>`. Apart from the other fixtures, because it needs a Temporal server.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection, type WorkflowExecutionInfo } from '@temporalio/client';
import proto from '@temporalio/proto';
import {
  createTaskStore,
  createTemporalRunner,
  createTemporalWorker,
  openSqliteDatabase,
} from '@timestep-ai/temporal';
import { serve, type Runner, type Task } from '@timestep-ai/timestep';
import { startTemporal } from '../temporal/temporal-server.ts';
import { agentsOf, peersOf, sendWithin } from './agents.ts';
import { intoOneFile } from './write-database.ts';

const { HistoryEvent } = proto.temporal.api.history.v1;
type HistoryEvent = proto.temporal.api.history.v1.IHistoryEvent;

const PLAIN = { longs: String, enums: String, bytes: String };
const NEVER = new AbortController().signal;

/** So that the workflow of a long task is continued as a new one. */
const MOST_EVENTS = 40;
const TICKS = 8;

/** Longer than a task takes to begin to wait for another one. */
const HELD_MS = 1000;

/** What a task waits for, and what it then hears. */
type Answer = string | { readonly output: string } | undefined;

const TOLD: Readonly<Record<string, Answer>> = {
  listener: undefined,
  payer: 'yes',
  archivist: 'no',
  booker: 'Ada',
  tailor: 'M',
  clerk: { output: 'filed there' },
  envoy: 'two',
  manager: undefined,
};

const [name = ''] = process.argv.slice(2);
const target = join(import.meta.dirname, 'generations', name, 'histories');
if (existsSync(target)) throw new Error(`${target} is there: generations are only added`);

const folder = mkdtempSync(join(tmpdir(), 'timestep-opens-'));
const server = await startTemporal(join(folder, 'temporal.db'));
const { address } = server;
const taskQueue = `opens-${name}`;
const hold = (): Promise<void> => pause(HELD_MS);
const peers = await serve({ agents: peersOf({ hold }), port: 0, database: ':memory:' });
const ready = Promise.withResolvers<Runner>();
const agents = agentsOf({
  hold,
  send: async (...message) => sendWithin({ runner: await ready.promise })(...message),
  peerUrl: peers.url,
  ticks: TICKS,
}).map(({ loop }) => loop);
const path = join(folder, 'tasks.db');
const database = openSqliteDatabase({ path });
const store = createTaskStore(database);
const worker = await createTemporalWorker({ agents, store, address, taskQueue });
const connection = await Connection.connect({ address });
const client = new Client({ connection });
const runner = createTemporalRunner({
  client,
  store,
  agents,
  taskQueue,
  mostEvents: MOST_EVENTS,
});
ready.resolve(runner);

for (const [agent, answer] of Object.entries(TOLD)) await tell(agent, answer);
mkdirSync(target, { recursive: true });
await save();
await runner.close(0);
await worker.close(0);
await connection.close();
await database.close();
intoOneFile(path);
copyFileSync(path, join(target, '../temporal.db'));
await peers.close(0);
await server.stop();
rmSync(folder, { recursive: true });

async function tell(agent: string, answer: Answer): Promise<void> {
  const sent = { agent, principal: '', messageId: `m-${agent}` };
  const message = { role: 'user', content: `a word for the ${agent}` } as const;
  const { id: taskId } = await runner.submit({ ...sent, message });
  let task: Task = await runner.waitUntilSettled(taskId, NEVER);
  if (answer !== undefined) {
    const again = { ...sent, messageId: `n-${agent}`, taskId };
    await runner.submit(
      typeof answer === 'string'
        ? { ...again, message: { role: 'user', content: answer } }
        : { ...again, results: [{ callId: 'call_1_1', ...answer }] },
    );
    task = await runner.waitUntilSettled(taskId, NEVER);
  }
  if (task.state !== 'completed') throw new Error(`the task of the ${agent} is ${task.state}`);
}

/** One file a run of a workflow, named after the agent, one event a line. */
async function save(): Promise<void> {
  const runs: WorkflowExecutionInfo[] = [];
  for await (const run of client.workflow.list({ query: `TaskQueue = '${taskQueue}'` })) {
    runs.push(run);
  }
  runs.sort((one, other) => one.startTime.getTime() - other.startTime.getTime());
  const counts = new Map<string, number>();
  for (const { workflowId, runId } of runs) {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const agent = agentIn(events?.[0]);
    const count = (counts.get(agent) ?? 0) + 1;
    counts.set(agent, count);
    writeFileSync(join(target, `${agent}-${count}.jsonl`), (events ?? []).map(lineOf).join(''));
  }
}

function agentIn(event: HistoryEvent | undefined): string {
  const [payload] = event?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  const input = JSON.parse(Buffer.from(payload?.data ?? []).toString()) as {
    readonly origin: { readonly agent: string };
  };
  return input.origin.agent;
}

/** Without what names the machine: processes, and the queues that are theirs alone. */
function lineOf(event: HistoryEvent): string {
  const plain = HistoryEvent.toObject(HistoryEvent.create(event), PLAIN);
  const line = JSON.stringify(plain, (key, value: unknown) =>
    key === 'identity' ? undefined : value,
  );
  return `${line.replaceAll(`@${hostname()}`, '@machine')}\n`;
}
