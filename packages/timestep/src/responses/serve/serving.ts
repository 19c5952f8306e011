import { randomUUID } from 'node:crypto';
import { createJsonReader, principalFrom } from '../../http/index.ts';
import type { Runner } from '../../port/index.ts';
import { createMemoryResponseStore } from '../store/memory-response-store.ts';
import { isWaiting } from '../read/submission.ts';
import type { StoredResponse } from '../store/response-store.ts';
import { missing, ResponsesError } from '../wire/responses-error.ts';
import type { Run } from './holding.ts';
import type { ResponsesAgent, ResponsesOptions } from './options.ts';

/** What the routes share: the options with defaults filled in, and what runs at the moment. */
export interface Serving extends Required<Omit<ResponsesOptions, 'executeTools' | 'heartbeatMs'>> {
  readonly executeTools: ResponsesOptions['executeTools'];
  readonly heartbeatMs: number | undefined;
  /** Seconds since the epoch. */
  readonly startedAt: number;
  /** Names this handler among all that share a store. */
  readonly holder: string;
  /** Responses that are seen through here, by id. */
  readonly running: Map<string, Run>;
  /** Responses that were begun here and could not be seen through. */
  readonly left: StoredResponse[];
}

/** As that of tasks: a process that is gone is noticed by then. */
const LEASE_MS = 10_000;

export function servingOf(options: ResponsesOptions): Serving {
  const clock = options.clock ?? { now: () => Date.now() };
  return {
    principalOf: () => '',
    newId: randomUUID,
    readJson: createJsonReader(),
    onError: () => undefined,
    executeTools: undefined,
    heartbeatMs: undefined,
    leaseMs: LEASE_MS,
    ...options,
    clock,
    unstoredRunner: options.unstoredRunner ?? options.runner,
    store: options.store ?? createMemoryResponseStore({ clock }),
    startedAt: Math.floor(clock.now() / 1000),
    holder: randomUUID(),
    running: new Map(),
    left: [],
  };
}

/** Who sends a request. Throws `ResponsesError` where nobody can tell. */
export async function principalIn(
  { principalOf, onError }: Serving,
  request: Request,
): Promise<string> {
  const caller = await principalFrom(request, principalOf, onError);
  if (caller.known) return caller.principal;
  throw new ResponsesError(caller.status, caller.code, caller.message);
}

/** The agent a model name stands for. A server of one agent answers to any name. */
export function agentFor(
  agents: readonly ResponsesAgent[],
  model: string | undefined,
): ResponsesAgent {
  const named = agents.find((agent) => agent.name === model);
  const [only, ...others] = agents;
  if (named) return named;
  if (only && others.length === 0) return only;
  const names = agents.map((agent) => agent.name).join(', ');
  if (model === undefined) throw missing('model', `choose one of ${names}`);
  throw modelNotFound(model, names);
}

/** Where the task of a response is, or is to be. */
export function runnerOf(
  { runner, unstoredRunner }: Serving,
  { store }: Pick<StoredResponse['response'], 'store'>,
): Runner {
  return store ? runner : unstoredRunner;
}

/** The agent of that name; there is none where it is no longer served. */
export function agentNamed({ agents }: Serving, name: string): ResponsesAgent | undefined {
  return agents.find((agent) => agent.name === name);
}

export function modelNotFound(model: string, names: string): ResponsesError {
  const message = `there is no model ${model}; available: ${names}`;
  return new ResponsesError(404, 'model_not_found', message, 'model');
}

/**
 * Ends the tasks of responses that nobody can continue any more, where they still wait for that.
 * Trouble with one of them is no trouble of the request at hand.
 */
export async function release(serving: Serving, records: readonly StoredResponse[]): Promise<void> {
  for (const record of records) {
    const runner = runnerOf(serving, record.response);
    try {
      const task = await runner.get(record.taskId);
      if (task && isWaiting(record, task)) await runner.cancel(task.id);
    } catch (thrown) {
      serving.onError(thrown);
    }
  }
}
