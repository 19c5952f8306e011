import type { Task } from '../../core/index.ts';
import type { Turn, TurnPlan } from '../read/submission.ts';
import type { StoredResponse } from '../store/response-store.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import type { OutputScope } from '../write/call-item.ts';
import { outputWriter } from '../write/output-writer.ts';
import { begunResponse, endedResponse, lastEvent, lostResponse } from '../write/response.ts';
import { generate, stepsOf, type Generation } from './generation.ts';
import type { ResponsesAgent } from './options.ts';
import { release, type Serving } from './serving.ts';

export interface RunStart {
  readonly turn: Turn;
  readonly agent: ResponsesAgent;
  readonly plan: TurnPlan;
  /** The task as it was when it had taken the submission. */
  readonly from: Task;
  /** Aborts when the caller goes away, which ends the generation. */
  readonly signal: AbortSignal;
}

/** A response being generated. */
export interface ResponseRun {
  readonly generation: Generation;
  readonly scope: OutputScope;
  readonly begun: ResponseObject;
  readonly signal: AbortSignal;
  /** The response as it ended; never rejects. */
  readonly ended: Promise<ResponseObject>;
}

/** Keeps a response from its beginning to its end, whoever watches. */
export async function beginResponse(serving: Serving, start: RunStart): Promise<ResponseRun> {
  const { turn, agent, from, signal } = start;
  const isCallers = isCallersIn(from, serving);
  const { runner, executeTools, onError, clock } = serving;
  const generation = { responseId: turn.id, runner, from, isCallers, executeTools, onError };
  const serverLabel = agent.serverLabel ?? agent.name;
  const scope = { key: turn.id.replace('resp_', ''), serverLabel, isCallers };
  const createdAt = clock.now();
  const { echo } = turn.request;
  const begun = begunResponse({ id: turn.id, model: agent.name, createdAt, echo });
  try {
    await keep(serving, recordOf(start, begun, from));
  } catch (thrown) {
    await runner.cancel(from.id);
    throw thrown;
  }
  const ended = conclude(serving, start, { generation, scope, begun, signal });
  serving.running.set(turn.id, ended);
  return { generation, scope, begun, signal, ended };
}

/** Which tools the caller runs: those it offered, or all where nobody else would run them. */
function isCallersIn({ origin }: Task, { executeTools }: Serving): (tool: string) => boolean {
  if (origin.toolSite === 'client' && executeTools === undefined) return () => true;
  const offered = new Set(origin.clientTools.map((tool) => tool.function.name));
  return (tool) => offered.has(tool);
}

async function conclude(
  serving: Serving,
  start: RunStart,
  { generation, scope, begun, signal }: Omit<ResponseRun, 'ended'>,
): Promise<ResponseObject> {
  const { runner, clock, onError, running } = serving;
  const { from } = start;
  try {
    const writer = outputWriter(scope);
    const task = await generate(generation, writer, signal);
    const response = endedResponse(begun, writer.items(), from, task, clock.now());
    await keep(serving, recordOf(start, response, task)).catch(onError);
    return response;
  } catch (thrown) {
    onError(thrown);
    const response = lostResponse(begun);
    await runner.cancel(from.id).catch(onError);
    await keep(serving, recordOf(start, response, from)).catch(onError);
    return response;
  } finally {
    running.delete(begun.id);
  }
}

/** A response that is not stored cannot be continued, so its task need not wait for that. */
async function keep(serving: Serving, record: StoredResponse): Promise<void> {
  const { response } = record;
  if (response.store) await release(serving, await serving.store.put(record));
  else if (response.status !== 'in_progress') await release(serving, [record]);
}

function recordOf({ turn, plan }: RunStart, response: ResponseObject, task: Task): StoredResponse {
  return {
    principal: turn.principal,
    agent: turn.agent,
    contextId: task.contextId,
    taskId: task.id,
    transcriptLength: task.entries?.length ?? 0,
    instructed: plan.instructed,
    input: turn.items,
    response,
  };
}

/** The events of a response as they happen, for one who watches from the beginning. */
export async function* eventsOf(run: ResponseRun): AsyncGenerator<ResponseEvent> {
  const { generation, scope, begun, signal, ended } = run;
  yield { type: 'response.created', response: begun };
  yield { type: 'response.in_progress', response: begun };
  const writer = outputWriter(scope);
  try {
    for await (const step of stepsOf(generation, generation.from, signal)) {
      yield* writer.write(step);
    }
  } catch (thrown) {
    generation.onError(thrown);
    yield broken();
  }
  if (signal.aborted) return;
  yield* writer.breakOff();
  yield lastEvent(await ended);
}

function broken(): ResponseEvent {
  const error = {
    code: 'server_error',
    message: 'the stream broke; what the response has become can be retrieved by its id',
    param: null,
  };
  return { type: 'error', ...error, error: { type: 'server_error', ...error } };
}
