import type { Task } from '../../core/index.ts';
import type { Turn, TurnPlan } from '../read/submission.ts';
import type { StoredResponse } from '../store/response-store.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import { outputWriter } from '../write/output-writer.ts';
import { begunResponse, endedResponse, lastEvent, lostResponse } from '../write/response.ts';
import { generate } from './generation.ts';
import type { ResponsesAgent } from './options.ts';
import { release, type Serving } from './serving.ts';

/** A response that is about to be generated. */
export interface ResponseRun {
  readonly turn: Turn;
  readonly agent: ResponsesAgent;
  readonly plan: TurnPlan;
  /** The task as it was when it had taken the submission. */
  readonly from: Task;
  /** Aborts when the caller goes away, which ends the generation. */
  readonly signal: AbortSignal;
  /** Told of everything that happens, in order. */
  readonly tell: (event: ResponseEvent) => void;
}

/**
 * Keeps a response from its beginning to its end, whoever watches. What is returned first resolves
 * when it has begun, and then to the response as it ended, which never rejects.
 */
export async function beginResponse(
  serving: Serving,
  run: ResponseRun,
): Promise<{ readonly ended: Promise<ResponseObject> }> {
  const { turn, agent, from, tell } = run;
  const { echo } = turn.request;
  const createdAt = serving.clock.now();
  const begun = begunResponse({ id: turn.id, model: agent.name, createdAt, echo });
  try {
    await keep(serving, recordOf(run, begun, from));
  } catch (thrown) {
    await serving.runner.cancel(from.id);
    throw thrown;
  }
  tell({ type: 'response.created', response: begun });
  tell({ type: 'response.in_progress', response: begun });
  const ended = conclude(serving, run, begun);
  serving.running.set(turn.id, ended);
  return { ended };
}

async function conclude(
  serving: Serving,
  run: ResponseRun,
  begun: ResponseObject,
): Promise<ResponseObject> {
  const { turn, agent, from, signal, tell } = run;
  const { runner, executeTools, clock, onError } = serving;
  const isCallers = isCallersIn(from, serving);
  const serverLabel = agent.serverLabel ?? agent.name;
  const writer = outputWriter({ key: turn.id.replace('resp_', ''), serverLabel, isCallers });
  const generation = { responseId: turn.id, runner, from, isCallers, executeTools, onError };
  let response: ResponseObject;
  let task = from;
  try {
    task = await generate(generation, signal, (step) => writer.write(step).forEach(tell));
    writer.breakOff().forEach(tell);
    response = endedResponse(begun, writer.items(), from, task, clock.now());
  } catch (thrown) {
    onError(thrown);
    await runner.cancel(from.id).catch(onError);
    writer.breakOff().forEach(tell);
    tell(BROKEN);
    response = lostResponse(begun, writer.items());
  }
  await keep(serving, recordOf(run, response, task)).catch(onError);
  serving.running.delete(begun.id);
  tell(lastEvent(response));
  return response;
}

/** Which tools the caller runs: those it offered, or all where nobody else would run them. */
function isCallersIn({ origin }: Task, { executeTools }: Serving): (tool: string) => boolean {
  if (origin.toolSite === 'client' && executeTools === undefined) return () => true;
  const offered = new Set(origin.clientTools.map((tool) => tool.function.name));
  return (tool) => offered.has(tool);
}

/** A response that is not stored cannot be continued, so its task need not wait for that. */
async function keep(serving: Serving, record: StoredResponse): Promise<void> {
  const { response } = record;
  if (response.store) await release(serving, await serving.store.put(record));
  else if (response.status !== 'in_progress') await release(serving, [record]);
}

function recordOf(
  { turn, plan }: ResponseRun,
  response: ResponseObject,
  task: Task,
): StoredResponse {
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

const TROUBLE = {
  code: 'server_error',
  message: 'the task could not be followed to its end',
  param: null,
} as const;

const BROKEN: ResponseEvent = {
  type: 'error',
  ...TROUBLE,
  error: { type: 'server_error', ...TROUBLE },
};
