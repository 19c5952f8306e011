import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  functionEnvironment,
  openSqlite,
  scriptedAgent,
  buildSpans,
  tool,
  type Backend,
} from '@timestep-ai/timestep';
import type { NumberedEvent } from '@timestep-ai/timestep/core';
import type { Clock, ServedAgent } from '@timestep-ai/timestep/port';
import { systemClock } from '@timestep-ai/timestep/runner';
import { startTracing } from '@timestep-ai/timestep/trace';

// One life of a process that answers a message and exports the trace of it. It dies around the n-th commit,
// change or claim, where it is told to. Says last what the log holds, or what was at risk when it died.

const [, , path = '', collector = '', point = '', at = '0', address, taskQueue] = process.argv;

/** Long enough for spans to be exported between the steps. */
const STEP_MS = 25;
/** What the exporter waits for further spans is so much shorter. */
const FASTER = 200;
const SECOND_MS = 1000;
const HEARTBEAT_MS = 1000;

const clock: Clock = {
  now: () => systemClock.now(),
  schedule: (ms, run) => systemClock.schedule(ms > SECOND_MS ? ms : ms / FASTER, run),
};

const environment = functionEnvironment({
  look: tool({
    description: 'Looks',
    replay: 'safe',
    async execute() {
      await pause(STEP_MS);
      return 'nothing there';
    },
  }),
});

const agent: ServedAgent = {
  name: 'a',
  agent: scriptedAgent(async (messages) => {
    await pause(STEP_MS);
    const results = messages.filter(({ role }) => role === 'tool').length;
    if (results === 2) return 'done';
    const called = { name: 'look', arguments: '{}' };
    const call = { id: `look-${results}`, type: 'function', function: called } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  }),
  toolSite: 'server',
  limits: { max_steps: 10, time_limit_s: 120 },
  environment: () => environment,
};

/** How often each point was reached. */
const reached: Record<string, number> = {};
let isAtRisk = false;

function passing(name: string): void {
  const count = (reached[name] ?? 0) + 1;
  reached[name] = count;
  if (name !== point || count !== Number(at)) return;
  writeSync(1, `${JSON.stringify({ isKilled: true, isAtRisk })}\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** Spans are at risk from when they are claimed until they were sent. */
function watched(backend: Backend): Backend {
  const { traces, changes } = backend;
  changes.watch({ onChange: () => passing('after change'), onClose: async () => undefined });
  return {
    ...backend,
    traces: {
      ...traces,
      async claim(claims) {
        passing('before claim');
        isAtRisk = true;
        const before = await traces.claim(claims);
        passing('after claim');
        return before;
      },
    },
  };
}

subscribe('http.client.response.finish', () => {
  isAtRisk = false;
  passing('after sending');
});

const onError = (thrown: unknown): void => void process.stderr.write(`${String(thrown)}\n`);
const agents = [agent];

async function opened(): Promise<Backend> {
  if (address === undefined) {
    return openSqlite({
      path,
      agents,
      onError,
      observeCommit: (when) => passing(`${when} commit`),
    });
  }
  // Most lives are over sooner than this is loaded.
  const { openTemporal } = await import('@timestep-ai/temporal');
  return openTemporal({
    database: path,
    address,
    agents,
    onError,
    heartbeatMs: HEARTBEAT_MS,
    ...(taskQueue !== undefined && { taskQueue }),
  });
}

const backend = await opened();
await startTracing(watched(backend), {
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector },
  version: '1',
  clock,
  onError,
});
const { id } = await backend.runner.submit({
  agent: 'a',
  principal: 'p',
  messageId: 'm',
  message: { role: 'user', content: 'look twice' },
});
await backend.runner.waitUntilSettled(id, new AbortController().signal);
const log: NumberedEvent[] = [];
for await (const event of backend.tasks.events(id)) log.push(event);
await backend.close(5000);
const spans = buildSpans(log).map(({ spanId, name, error }) => ({
  spanId,
  name,
  code: error?.code,
}));
writeSync(1, `${JSON.stringify({ isKilled: false, reached, spans })}\n`);
process.exit(0);
