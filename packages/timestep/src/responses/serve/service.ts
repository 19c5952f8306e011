import { randomUUID } from 'node:crypto';
import { createBodyReader, principalFrom } from '../../http/index.ts';
import type { Runner } from '../../port/index.ts';
import {
  createMemoryFileStore,
  createMemoryResponseStore,
  createMemorySessionStore,
} from '../../store/index.ts';
import { recordsIn, type Records } from '../records/records.ts';
import { isWaiting } from '../read/submission.ts';
import type { ResponseRecord } from '../records/record.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import { missing, ResponsesError } from '../wire/responses-error.ts';
import type { ResponsesAgent, ResponsesAgents, ResponsesOptions } from './options.ts';

/** What the routes share: the options with defaults filled in, and the responses that run now. */
export interface Service extends Required<
  Omit<ResponsesOptions, 'store' | 'toolSite' | 'heartbeatMs' | 'agents'>
> {
  readonly agents: ResponsesAgents;
  readonly records: Records;
  readonly toolSite: ResponsesOptions['toolSite'];
  readonly heartbeatMs: number | undefined;
  /** Seconds since the epoch. */
  readonly startedAt: number;
  /**
   * The responses that this process follows to their end, by id: each promise gives the ended
   * response.
   */
  readonly running: Map<string, Promise<ResponseObject>>;
  /** The conversations that this process changes, each with the end of the change that was begun last. */
  readonly changing: Map<string, Promise<void>>;
}

/** A request with its principal. */
export interface Asked {
  readonly request: Request;
  readonly principal: string;
}

/** As long as a process that has gone away still holds its tasks. */
const SWEEP_MS = 10_000;

const SOCKET_MS = 60 * 60_000;

export function serviceOf(options: ResponsesOptions): Service {
  const { store, ...rest } = options;
  const clock = options.clock ?? { now: () => Date.now() };
  return {
    principalOf: () => '',
    newId: randomUUID,
    ...createBodyReader(),
    onError: () => undefined,
    toolSite: undefined,
    heartbeatMs: undefined,
    sweepMs: SWEEP_MS,
    socketMs: SOCKET_MS,
    ...rest,
    agents: responsesAgentsOf(options.agents),
    clock,
    unstoredRunner: options.unstoredRunner ?? options.runner,
    records: recordsIn(store ?? createMemoryResponseStore({ clock })),
    startedAt: Math.floor(clock.now() / 1000),
    sessions: options.sessions ?? createMemorySessionStore(),
    files: options.files ?? createMemoryFileStore({ clock }),
    running: new Map(),
    changing: new Map(),
  };
}

/** Finds the sender of a request. Throws `ResponsesError` where the sender is unknown. */
export async function principalIn(
  { principalOf, onError }: Service,
  request: Request,
): Promise<string> {
  const caller = await principalFrom(request, principalOf, onError);
  if (caller.known) return caller.principal;
  throw new ResponsesError(caller.status, caller.code, caller.message);
}

/** The agent that a model name stands for. A server of one agent answers to any name. */
export function agentFor(agents: ResponsesAgents, model: string | undefined): ResponsesAgent {
  const named = model === undefined ? undefined : agents.get(model);
  if (named) return named;
  const [only, ...others] = agents.names();
  const single = only !== undefined && others.length === 0 ? agents.get(only) : undefined;
  if (single) return single;
  if (model === undefined) throw missing('model', `choose one of ${someNames(agents)}`);
  throw modelNotFound(model, agents);
}

/** The runner of a response's task. */
export function runnerOf(
  { runner, unstoredRunner }: Service,
  { store }: Pick<ResponseRecord['response'], 'store'>,
): Runner {
  return store ? runner : unstoredRunner;
}

export function modelNotFound(model: string, agents: ResponsesAgents): ResponsesError {
  const message = `there is no model ${model}; available: ${someNames(agents)}`;
  return new ResponsesError(404, 'model_not_found', message, 'model');
}

/** More names would hide the message that they are in. */
const MOST_NAMES = 20;

function someNames(agents: ResponsesAgents): string {
  const names = agents.names();
  const more = names.length - MOST_NAMES;
  const some = names.slice(0, MOST_NAMES).join(', ');
  return more > 0 ? `${some} and ${more} more (GET /v1/models)` : some;
}

function responsesAgentsOf(agents: ResponsesOptions['agents']): ResponsesAgents {
  if ('get' in agents) return agents;
  const byName = new Map(agents.map((agent) => [agent.name, agent]));
  return { names: () => [...byName.keys()], get: (name) => byName.get(name) };
}

/**
 * Ends the tasks of dropped responses, where they still wait to be continued. A failure with one of
 * them does not fail the present request.
 */
export async function release(service: Service, records: readonly ResponseRecord[]): Promise<void> {
  for (const record of records) {
    const runner = runnerOf(service, record.response);
    try {
      const task = await runner.get(record.taskId);
      if (task && isWaiting(record, task)) await runner.cancel(task.id);
    } catch (thrown) {
      service.onError(thrown);
    }
  }
}
