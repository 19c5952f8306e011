import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMessageId, serveFakeModel, type FakeModel } from '../fake-model.ts';
import type { LogLine } from '../log.ts';
import { choosePorts, startServices, type Ports, type Services } from './services.ts';
import { formatExit, formatLogLine } from './format-log.ts';
import type { RunnerChoice } from '../runner-choice.ts';
import type { DemoTemporal } from './temporal-server.ts';
import type { Tally } from './verdict.ts';
import type { InitiatorView, ResponderView } from './views.ts';
import type { WorkflowTally } from './workflow-history.ts';

export interface DemoOptions {
  readonly ports: Ports;
  readonly turns: number;
  readonly runner: RunnerChoice;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
  readonly env: NodeJS.ProcessEnv;
  /** Called with the counts while all processes still run. */
  readonly onTally: (tally: Tally, ports: Ports) => Promise<void> | void;
}

const TASK_ID = 'demo-1';
const READY_MS = 120_000;
const CONVERSATION_MS = 240_000;
const LOOK_EVERY_MS = 50;

/**
 * Runs the demo once. All its processes have ended when the promise settles, even after an error.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { turns, runner, signal, tell, env, onTally } = options;
  const ports = await choosePorts(options.ports);
  const stateDir = await mkdtemp(join(tmpdir(), 'order-66-'));
  const temporal = runner === 'temporal' ? await openTemporal(env, stateDir) : undefined;
  if (temporal) tell(`Temporal    listens on ${temporal.address}`);
  const isReal = Boolean(env['LM_STUDIO_BASE_URL'] && env['LM_STUDIO_MODEL']);
  const model = isReal ? undefined : await serveFakeModel();
  const services = startServices({
    ports,
    stateDir,
    runner,
    env: {
      ...(model && { LM_STUDIO_BASE_URL: model.baseUrl, LM_STUDIO_MODEL: 'scripted' }),
      ...(temporal && { TEMPORAL_SERVER: temporal.address }),
    },
    onLine: (line) => {
      const told = formatLogLine(line);
      if (told !== undefined) tell(told);
    },
    onExit: (name, exit) => tell(formatExit(name, exit)),
  });
  try {
    await services.ready(AbortSignal.any([signal, AbortSignal.timeout(READY_MS)]));
    await startConversation(ports, turns);
    await waitForEnd(ports, AbortSignal.any([signal, AbortSignal.timeout(CONVERSATION_MS)]));
    signal.throwIfAborted();
    await onTally(await createTally(ports, turns, services, model, temporal), ports);
  } finally {
    await services.stop(signal.aborted ? 'SIGINT' : 'SIGTERM');
    await model?.close();
    await temporal?.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}

async function startConversation({ driver }: Ports, turns: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${driver}/start-task`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskId: TASK_ID, turns }),
  });
  const { error } = (await answer.json()) as { readonly error?: string };
  if (!answer.ok) throw new Error(`the driver refused the conversation: ${error ?? answer.status}`);
}

/** Waits until both sides have ended; the tally names a side that has not ended in time. */
async function waitForEnd(ports: Ports, signal: AbortSignal): Promise<void> {
  const states = async (): Promise<readonly unknown[]> => {
    const [a, b] = await fetchViews(ports);
    return [a.status, b.state];
  };
  const open = new Set<unknown>(['RUNNING', 'submitted', 'working', 'input-required', undefined]);
  while (!signal.aborted && (await states()).some((state) => open.has(state))) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function fetchView<View>(port: number): Promise<Partial<View>> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/tasks/${TASK_ID}`);
    return (await answer.json()) as Partial<View>;
  } catch {
    return {};
  }
}

function fetchViews({
  agentA,
  agentB,
}: Ports): Promise<[Partial<InitiatorView>, Partial<ResponderView>]> {
  return Promise.all([fetchView<InitiatorView>(agentA), fetchView<ResponderView>(agentB)]);
}

async function createTally(
  ports: Ports,
  turns: number,
  { agentB, lines }: Services,
  model: FakeModel | undefined,
  temporal: DemoTemporal | undefined,
): Promise<Tally> {
  const [a, b] = await fetchViews(ports);
  const asked = model ? model.asked.map(parseMessageId) : listModelCalls(lines);
  const ofB = lines.filter(({ service }) => service === 'agent-b');
  const starts = ofB.filter(({ event }) => event === 'service_started').length;
  return {
    turns,
    sent: a.sent ?? [],
    persisted: b.persisted ?? [],
    replies: (a.replies ?? []).map(({ messageId }) => messageId),
    duplicateReplies: lines.filter(
      ({ service, event }) => service === 'agent-a' && event === 'inbound_duplicate',
    ).length,
    isPersistedBeforeCrash: isBefore(
      ofB.findIndex((it) => it.event === 'inbound_persisted' && it.messageId === `m${turns}`),
      ofB.findIndex(({ event }) => event === 'worker_crash'),
    ),
    crashes: agentB.exits.map(({ exitCode }) => exitCode),
    restarts: starts - 1,
    modelCalls: countIds(asked),
    states: [a.status ?? 'unknown', b.state ?? 'unknown'],
    ...(temporal && { workflows: await workflowsAt(temporal) }),
  };
}

/** Calls of an external model are counted from the log of agent B. */
function listModelCalls(lines: readonly LogLine[]): string[] {
  return lines.flatMap(({ event, messageId = 'other' }) =>
    event === 'process_message_start' ? [messageId] : [],
  );
}

function countIds(ids: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

function isBefore(first: number, second: number): boolean {
  return first !== -1 && first < second;
}

// What speaks with Temporal is loaded where it is chosen: it takes as long as everything else together.

async function openTemporal(env: NodeJS.ProcessEnv, folder: string): Promise<DemoTemporal> {
  const { openDemoTemporal } = await import('./temporal-server.ts');
  return openDemoTemporal(env, folder);
}

async function workflowsAt({ address }: DemoTemporal): Promise<WorkflowTally> {
  const { readWorkflows } = await import('./workflow-history.ts');
  return readWorkflows(address, TASK_ID);
}
