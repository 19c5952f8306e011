import type { Task } from '../../core/index.ts';
import { taskAt } from '../../port/index.ts';
import type { StoredResponse } from '../store/response-store.ts';
import { outputWriter } from '../write/output-writer.ts';
import { endedResponse, lostResponse } from '../write/response.ts';
import { endedRecord, keep, outputScope, seeThrough } from './conclude.ts';
import { isOver } from './generation.ts';
import { holdOn, leaseFrom } from './holding.ts';
import { loggedSteps } from './logged-steps.ts';
import type { Serving } from './serving.ts';

/**
 * Holds on to what runs here, and goes on with what a process that is gone has left unfinished. In
 * this order, so that a run that was lost is known to be before its response is claimed again.
 */
export async function attend(serving: Serving): Promise<void> {
  await holdOn(serving);
  const lease = leaseFrom(serving);
  const names = serving.agents.map(({ name }) => name);
  for (const record of await serving.store.claim(lease, names)) {
    await takeUp(serving, record, lease.until).catch(serving.onError);
  }
}

async function takeUp(serving: Serving, record: StoredResponse, heldUntil: number): Promise<void> {
  const ended = await fromLog(serving, record);
  if (ended) return keep(serving, ended);
  const now = await serving.runner.get(record.taskId);
  if (!now) return;
  const from = await taskAt(serving.runner, now, record.generation);
  const { signal } = new AbortController();
  const place = { record, from, isLive: false, resumedAt: now.generation, heldUntil };
  void seeThrough(serving, { ...place, signal, tell: () => undefined });
}

/**
 * A response that nobody here sees through, as it stands: where its task has come to the end of it,
 * the log tells what came of it, and that is kept. Where a caller is being answered elsewhere, what
 * it is told is kept instead.
 */
export async function asItIs(serving: Serving, record: StoredResponse): Promise<StoredResponse> {
  const { id, status, background } = record.response;
  if (status !== 'in_progress' || serving.running.has(id)) return record;
  const ended = await fromLog(serving, record);
  if (ended && background) await keep(serving, ended);
  return ended ?? record;
}

/** How a response has ended; nothing where it has not. */
async function fromLog(
  serving: Serving,
  record: StoredResponse,
): Promise<StoredResponse | undefined> {
  const now = await serving.runner.get(record.taskId);
  if (now) return endedByLog(serving, record, now);
  return { ...record, response: lostResponse(record.response, []) };
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
