import type { Task } from '../../core/index.ts';
import type { ResponseRecord } from '../records/record.ts';
import { outputWriter } from '../write/output-writer.ts';
import { endedResponse, lostResponse } from '../write/response.ts';
import { beginningOf } from './beginning.ts';
import { endedRecord, keep, outputScope } from './conclude.ts';
import { isOver } from './generation.ts';
import { loggedSteps } from './logged-steps.ts';
import type { Service } from './service.ts';

/**
 * Returns a response in its present state. Where no run of this process follows it and its task is
 * past its end, the log says how it ended. For a background response, that end is kept; for any
 * other response, another process may still be about to keep the end that its caller receives.
 */
export async function asItIs(service: Service, record: ResponseRecord): Promise<ResponseRecord> {
  const { id, status, background } = record.response;
  if (status !== 'in_progress' || service.running.has(id)) return record;
  const ended = await endFromLog(service, record);
  if (ended && background) await keep(service, ended);
  return ended ?? record;
}

/** How a response has ended, by the log of its task; `undefined` where it has not. */
export async function endFromLog(
  service: Service,
  record: ResponseRecord,
): Promise<ResponseRecord | undefined> {
  const now = await service.runner.get(record.taskId);
  if (now) return endedByLog(service, record, now);
  return { ...record, response: lostResponse(record.response, []) };
}

async function endedByLog(
  service: Service,
  record: ResponseRecord,
  now: Task,
): Promise<ResponseRecord | undefined> {
  const { runner } = service;
  const from = await beginningOf(service, record, now);
  const scope = await outputScope(service, record, from);
  const writer = outputWriter(scope);
  const leave = new AbortController();
  const steps = loggedSteps(runner, from, leave.signal);
  let task = from;
  try {
    while (!isOver(task)) {
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
