import { randomUUID } from 'node:crypto';
import { createBodyReader, identifyPrincipal, type RejectedBody } from '#protocols/http';
import type { Runner } from '#engine/port';
import {
  createMemoryFileStore,
  createMemoryResponseStore,
  createMemorySessionStore,
} from '#engine/store';
import {
  createResponseRecords,
  type ResponseRecords,
  type ResponseRecord,
} from '../records/response-record.ts';
import type { HandlerState } from './response-source.ts';
import { isWaitingAtEnd } from '../read/plan-turn.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import { createMissingFieldError, ResponsesError } from '../wire/responses-error.ts';
import type { ResponsesAgent, ResponsesAgents, ResponsesOptions } from './responses-options.ts';
import { omitUndefined, type JsonValue } from '#core';

/** State that all routes share, with the options' defaults filled in. */
export interface ResponsesService extends Required<
  Omit<ResponsesOptions, 'store' | 'toolSite' | 'heartbeatMs' | 'agents'>
> {
  readonly agents: ResponsesAgents;
  readonly records: ResponseRecords;
  readonly toolSite: ResponsesOptions['toolSite'];
  readonly sseOptions: Pick<ResponsesOptions, 'heartbeatMs'>;
  /** Time at which the service started, in seconds since the epoch. It is shown as the models' creation time. */
  readonly startedAt: number;
  readonly state: HandlerState;
  /** Responses that this process is generating, by id. */
  readonly running: Map<string, Promise<ResponseObject>>;
  /** For each conversation that this process is changing, the promise of its latest change. */
  readonly changing: Map<string, Promise<void>>;
}

export interface AuthenticatedRequest {
  readonly request: Request;
  readonly principal: string;
}

/** Answers a request to a route; `id` and `innerId` are ids in its path. */
export type RouteHandler = (
  service: ResponsesService,
  asked: AuthenticatedRequest,
  id: string,
  innerId: string,
) => Promise<Response> | Response;

export function createResponsesService(options: ResponsesOptions): ResponsesService {
  const { store, heartbeatMs, ...rest } = options;
  const clock = options.clock ?? { now: () => Date.now() };
  return {
    principalOf: () => '',
    newId: randomUUID,
    ...createBodyReader(),
    onError: () => undefined,
    toolSite: undefined,
    // Milliseconds for which a stopped process still owns its tasks.
    sweepMs: 10_000,
    socketMs: 60 * 60_000,
    ...rest,
    sseOptions: omitUndefined({ heartbeatMs }),
    agents: toResponsesAgents(options.agents),
    clock,
    unstoredRunner: options.unstoredRunner ?? options.runner,
    records: createResponseRecords(store ?? createMemoryResponseStore({ clock })),
    startedAt: Math.floor(clock.now() / 1000),
    sessions: options.sessions ?? createMemorySessionStore(),
    files: options.files ?? createMemoryFileStore({ clock }),
    state: { isStopping: false },
    running: new Map(),
    changing: new Map(),
  };
}

export async function authenticateRequest(
  { principalOf, onError }: ResponsesService,
  request: Request,
): Promise<string> {
  const caller = await identifyPrincipal(request, principalOf, onError);
  if (caller.known) return caller.principal;
  throw new ResponsesError(caller.status, caller.code, caller.message);
}

/** Finds the agent that a model name means. A server with only one agent accepts any name. */
export function findAgentForModel(
  agents: ResponsesAgents,
  model: string | undefined,
): ResponsesAgent {
  const named = model === undefined ? undefined : agents.get(model);
  if (named) return named;
  const [only, ...others] = agents.names();
  const single = only !== undefined && others.length === 0 ? agents.get(only) : undefined;
  if (single) return single;
  if (model === undefined)
    throw createMissingFieldError('model', `choose one of ${formatAgentNames(agents)}`);
  throw createModelNotFoundError(model, agents);
}

export function getRunner(
  { runner, unstoredRunner }: ResponsesService,
  { store }: Pick<ResponseRecord['response'], 'store'>,
): Runner {
  return store ? runner : unstoredRunner;
}

export function createModelNotFoundError(model: string, agents: ResponsesAgents): ResponsesError {
  const message = `there is no model ${model}; available: ${formatAgentNames(agents)}`;
  return new ResponsesError(404, 'model_not_found', message, 'model');
}

/** Maximum number of agent names in an error message. */
const MAX_NAMES = 20;

function formatAgentNames(agents: ResponsesAgents): string {
  const names = agents.names();
  const more = names.length - MAX_NAMES;
  const some = names.slice(0, MAX_NAMES).join(', ');
  return more > 0 ? `${some} and ${more} more (GET /v1/models)` : some;
}

function toResponsesAgents(agents: ResponsesOptions['agents']): ResponsesAgents {
  if ('get' in agents) return agents;
  const byName = new Map(agents.map((agent) => [agent.name, agent]));
  return { names: () => [...byName.keys()], get: (name) => byName.get(name) };
}

/** Cancels the tasks of deleted responses if they wait for input. Errors of a cancellation are ignored. */
export async function cancelWaitingTasks(
  service: ResponsesService,
  records: readonly ResponseRecord[],
): Promise<void> {
  for (const record of records) {
    const runner = getRunner(service, record.response);
    try {
      const task = await runner.get(record.taskId);
      if (task && isWaitingAtEnd(record, task)) await runner.cancel(task.id);
    } catch (thrown) {
      service.onError(thrown);
    }
  }
}

export async function readBody(service: ResponsesService, request: Request): Promise<JsonValue> {
  return requireBody(await service.readJson(request));
}

export function requireBody<Value>(
  body: { readonly ok: true; readonly value: Value } | RejectedBody,
): Value {
  if (body.ok) return body.value;
  throw new ResponsesError(body.status, CODE_OF[body.status], body.message);
}

const CODE_OF: Readonly<Record<RejectedBody['status'], string>> = {
  400: 'invalid_json',
  408: 'request_timeout',
  413: 'request_too_large',
  415: 'unsupported_content_encoding',
  503: 'unavailable',
};
