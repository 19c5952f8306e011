/**
 * `npm run measure:sizing -- [--tasks N] [--waiting N] [--callers N] [--only sqlite|temporal]`: prints the table of
 * docs/run/deploy.md: how many tasks a second one process does, what a task costs of its processor, and what waiting
 * tasks take. A task is a message, a call of a tool, and an answer; the model takes no time.
 */
import { chmodSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openTemporal } from '@timestep-ai/temporal';
import {
  Agent,
  openSqlite,
  scriptedAgent,
  serve,
  tool,
  type OpenBackend,
} from '@timestep-ai/timestep';
import type { Runner } from '@timestep-ai/timestep/port';
import { Client } from 'pg';
import { startPostgres } from './postgres-server.ts';
import { startTemporal } from './temporal-server.ts';

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    waiting: { type: 'string', default: '1000' },
    callers: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
});
const [TASKS, WAITING, CALLERS] = [values.tasks, values.waiting, values.callers].map(Number) as [
  number,
  number,
  number,
];
const NEVER = new AbortController().signal;

interface Place {
  readonly name: string;
  readonly open: OpenBackend;
  /** Bytes that the tasks take on the disk. */
  readonly measureBytes: () => Promise<number>;
  readonly close: () => Promise<void>;
}

interface Sizing {
  readonly tasksPerSecond: number;
  readonly cpuMs: number;
  readonly diskMbOfWaiting: number;
  readonly memoryMbOfWaiting: number;
}

const look = tool({ description: 'Looks.', execute: () => 'found' });
const pay = tool({ description: 'Pays.', needsApproval: true, execute: () => 'paid' });

function createAgents(): readonly Agent[] {
  const script = (name: string) =>
    scriptedAgent({
      rules: [{ when: { tool_result: name }, reply: 'Done.' }, { reply: { call: { tool: name } } }],
    });
  return [
    new Agent({ agentId: 'worker', model: script('look'), tools: { look } }),
    new Agent({ agentId: 'waiter', model: script('pay'), tools: { pay } }),
  ];
}

/** Sends messages from several callers at a time, and waits until each task ended or waits. */
async function sendAll(runner: Runner, agent: string, count: number): Promise<void> {
  let sent = 0;
  const send = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const message = { role: 'user', content: 'Please.' } as const;
      const submission = { agent, principal: '', messageId: `${agent}-${count}-${sent}`, message };
      const { id } = await runner.submit(submission);
      await runner.waitUntilSettled(id, NEVER);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, send));
}

/** Bytes that are in use after a collection of garbage (`--expose-gc`). */
function measureMemory(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function measure(place: Place): Promise<Sizing> {
  const serving = await serve({ agents: createAgents(), port: 0, backend: place.open });
  try {
    // The first tasks compile the code.
    await sendAll(serving.runner, 'worker', Math.ceil(TASKS / 10));
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    await sendAll(serving.runner, 'worker', TASKS);
    const seconds = (performance.now() - began) / 1000;
    const used = process.cpuUsage(cpu);
    const [bytes, memory] = [await place.measureBytes(), measureMemory()];
    await sendAll(serving.runner, 'waiter', WAITING);
    const perThousand = 1000 / WAITING / 1e6;
    return {
      tasksPerSecond: TASKS / seconds,
      cpuMs: (used.user + used.system) / 1000 / TASKS,
      diskMbOfWaiting: ((await place.measureBytes()) - bytes) * perThousand,
      memoryMbOfWaiting: Math.max(0, measureMemory() - memory) * perThousand,
    };
  } finally {
    await serving.close(0);
    await place.close();
  }
}

function openSqlitePlace(folder: string): Place {
  const path = join(folder, 'tasks.db');
  return {
    name: 'SQLite',
    open: (needs) => openSqlite({ ...needs, path }),
    measureBytes: async () =>
      globSync(`${path}*`).reduce((sum, file) => sum + statSync(file).size, 0),
    close: async () => undefined,
  };
}

async function openTemporalPlace(folder: string): Promise<Place> {
  const postgres = await startPostgres(join(folder, 'postgres'));
  const temporal = await startTemporal(join(folder, 'temporal.db'));
  const client = new Client(postgres.url);
  await client.connect();
  const { address } = temporal;
  return {
    name: 'PostgreSQL and Temporal',
    open: (needs) =>
      openTemporal({ ...needs, database: postgres.url, address, taskQueue: 'sizing' }),
    async measureBytes() {
      const { rows } = await client.query<{ bytes: string }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      return Number(rows[0]?.bytes ?? 0);
    },
    async close() {
      await client.end();
      await temporal.stop();
      await postgres.stop();
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'timestep-sizing-'));
chmodSync(folder, 0o755);
const rows: string[] = [];
try {
  for (const kind of ['sqlite', 'temporal']) {
    if (values.only !== undefined && values.only !== kind) continue;
    const place = kind === 'sqlite' ? openSqlitePlace(folder) : await openTemporalPlace(folder);
    const { tasksPerSecond, cpuMs, diskMbOfWaiting, memoryMbOfWaiting } = await measure(place);
    const figures = [
      tasksPerSecond.toFixed(0),
      `${cpuMs.toFixed(1)} ms`,
      `${diskMbOfWaiting.toFixed(1)} MB`,
      `${memoryMbOfWaiting.toFixed(1)} MB`,
    ];
    rows.push(`| ${[place.name, ...figures].join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.versions.node}`;
process.stdout
  .write(`${new Date().toISOString().slice(0, 10)}, ${machine}, load ${loadavg()[0]?.toFixed(0) ?? '?'}; ${TASKS} tasks from ${CALLERS} callers

| Tasks in | tasks a second | processor time of a task | 1,000 waiting tasks on the disk | in memory |
|---|---|---|---|---|
${rows.join('\n')}
`);
process.exit(0);
