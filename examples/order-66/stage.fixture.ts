import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveFakeModel, type FakeModel, type FakeModelOptions } from './fake-model.ts';
import type { LogEvent, LogLine, Service } from './log.ts';
import type { RunnerChoice } from './runner-choice.ts';
import { choosePorts, startServices, type Ports, type Services } from './demo/services.ts';
import type { InitiatorView, ResponderView } from './demo/views.ts';

/** The three processes on free ports, with a fake model. */
export interface Stage {
  readonly ports: Ports;
  readonly services: Services;
  readonly model: FakeModel;
  startTask(body: object): Promise<Response>;
  /** Sends a message in the format of the README. */
  send(to: 'agentA' | 'agentB', params: object, rest?: object): Promise<Response>;
  get(from: keyof Ports, path: string): Promise<Response>;
  initiator(taskId: string): Promise<Partial<InitiatorView>>;
  responder(taskId: string): Promise<Partial<ResponderView>>;
  /** Resolves once both sides of a conversation have ended. */
  ended(taskId: string): Promise<void>;
  /**
   * Resolves with the first log line of a service about an event and a message, whether past or
   * future.
   */
  logged(service: Service, event: LogEvent, messageId?: string): Promise<LogLine>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly model?: FakeModelOptions;
  readonly runner?: RunnerChoice;
  readonly env?: Readonly<Record<string, string>>;
  /** Additional environment variables, computed once the ports are known. */
  readonly envFor?: (ports: Ports) => Readonly<Record<string, string>>;
  readonly restartPauseMs?: number;
  readonly onLine?: (line: LogLine, services: Services) => void;
}

const LOOK_EVERY_MS = 20;
/** Never aborts, because the timeout of the test limits the wait. */
const NEVER = new AbortController().signal;

/** Starts the services. Tries other ports if another program takes a free port first. */
export async function openStage(options: StageOptions = {}, tries = 3): Promise<Stage> {
  const ports = await choosePorts({ agentA: 0, agentB: 0, driver: 0 });
  const stateDir = await mkdtemp(join(tmpdir(), 'order-66-'));
  const model = await serveFakeModel(options.model);
  const services: Services = startServices({
    ports,
    stateDir,
    runner: options.runner ?? 'embedded',
    nodeArgs: ['--conditions=@timestep/source'],
    restartPauseMs: options.restartPauseMs ?? 20,
    env: {
      LM_STUDIO_BASE_URL: model.baseUrl,
      LM_STUDIO_MODEL: 'scripted',
      RETRY_FIRST_PAUSE_MS: '20',
      ...options.env,
      ...options.envFor?.(ports),
    },
    onLine: (line) => options.onLine?.(line, services),
  });

  async function close(): Promise<void> {
    await services.stop();
    await model.close();
    await rm(stateDir, { recursive: true, force: true });
  }

  const stage: Stage = {
    ports,
    services,
    model,
    startTask: (body) => post(`http://localhost:${ports.driver}/start-task`, body),
    send(to, params, rest = {}) {
      const request = { jsonrpc: '2.0', method: 'message/send', params, id: 'req-test', ...rest };
      return post(`http://localhost:${ports[to]}/a2a/message/send`, request);
    },
    get: (from, path) => fetch(`http://localhost:${ports[from]}${path}`),
    initiator: (taskId) => fetchView(ports.agentA, taskId),
    responder: (taskId) => fetchView(ports.agentB, taskId),
    ended: (taskId) =>
      pollUntil(async () => {
        const { status = 'RUNNING' } = await stage.initiator(taskId);
        const { state = 'working' } = await stage.responder(taskId);
        return status !== 'RUNNING' && /completed|failed|canceled/.test(state);
      }),
    async logged(service, event, messageId) {
      const find = (): LogLine | undefined =>
        services.lines.find(
          (line) =>
            line.service === service &&
            line.event === event &&
            (messageId === undefined || line.messageId === messageId),
        );
      await pollUntil(() => find() !== undefined);
      return find() ?? Promise.reject(new Error(`${event} is gone`));
    },
    close,
  };
  try {
    await services.ready(NEVER);
  } catch (thrown) {
    await close();
    const isTaken = thrown instanceof Error && / port \d+ is in use/.test(thrown.message);
    if (isTaken && tries > 1) return openStage(options, tries - 1);
    throw thrown;
  }
  return stage;
}

/** Polls until the condition holds, or the test times out. */
export async function pollUntil(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Returns an empty object if the agent is down or does not know the conversation. */
async function fetchView<View>(port: number, taskId: string): Promise<Partial<View>> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/tasks/${encodeURIComponent(taskId)}`);
    return answer.ok ? ((await answer.json()) as View) : {};
  } catch {
    return {};
  }
}
