import type { Task } from '../../core/index.ts';
import { taskAt } from '../../port/index.ts';
import type { StoredResponse } from '../store/response-store.ts';
import { outputWriter } from '../write/output-writer.ts';
import { endedResponse, lostResponse } from '../write/response.ts';
import { conclude, endedRecord, keep, outputScope } from './conclude.ts';
import { isOver } from './generation.ts';
import { loggedSteps } from './logged-steps.ts';
import type { Serving } from './serving.ts';

/** Goes on with the responses that a process which is gone has left unfinished. */
export async function takeUpUnfinished(serving: Serving): Promise<void> {
  for (const record of await serving.store.unfinished()) {
    // Another server on the same store sees to the others.
    if (!serving.agents.some(({ name }) => name === record.agent)) continue;
    await takeUp(serving, record).catch(serving.onError);
  }
}

async function takeUp(serving: Serving, found: StoredResponse): Promise<void> {
  const record = await asItIs(serving, found);
  const { id, status } = record.response;
  const now = await serving.runner.get(record.taskId);
  if (!now || status !== 'in_progress') return;
  const from = await taskAt(serving.runner, now, record.generation);
  if (serving.running.has(id)) return;
  const { signal } = new AbortController();
  const place = { record, from, isLive: false, resumedAt: now.generation };
  serving.running.set(id, conclude(serving, { ...place, signal, tell: () => undefined }));
}

/**
 * A response that nobody here sees through, as it stands: where its task has come to the end of it,
 * the log tells what came of it, and that is kept.
 */
export async function asItIs(serving: Serving, record: StoredResponse): Promise<StoredResponse> {
  const { id, status } = record.response;
  if (status !== 'in_progress' || serving.running.has(id)) return record;
  const now = await serving.runner.get(record.taskId);
  const ended = now
    ? await endedByLog(serving, record, now)
    : { ...record, response: lostResponse(record.response, []) };
  if (!ended) return record;
  await keep(serving, ended);
  return ended;
}

async function endedByLog(
  serving: Serving,
  record: StoredResponse,
  now: Task,
): Promise<StoredResponse | undefined> {
  const { runner } = serving;
  const from = await taskAt(runner, now, record.generation);
  const scope = outputScope(serving, record, from);
  const writer = outputWriter(scope);
  const leave = new AbortController();
  const steps = loggedSteps(runner, from, leave.signal);
  let task = from;
  try {
    while (!isOver(scope.isCallers, task)) {
      if (task.generation >= now.generation) return undefined;
      const next = await steps.next();
      if (next.done) return undefined;
      writer.write(next.value);
      ({ task } = next.value);
    }
  } finally {
    leave.abort();
    await steps.return(undefined);
  }
  writer.breakOff();
  const response = endedResponse(record.response, writer.items(), from, task, task.updatedAt);
  return endedRecord(record, response, task);
}
