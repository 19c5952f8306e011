import type { ResponseRecord } from '../records/response-record.ts';
import { loadEndedRecord } from './current-state.ts';
import { storeEndedRecord } from './finish-response.ts';
import { isResponseOver } from './response-source.ts';
import type { ResponsesService } from './responses-service.ts';

/** Maximum number of responses per sweep. The next sweep continues after them. */
const MAX_RESPONSES = 100;

export interface ResponseSweep {
  /** Starts a sweep, unless one is running. */
  readonly run: () => void;
  /** Stops the sweeps. Later failures are not reported. */
  readonly stop: () => void;
}

/** Creates a sweep for unfinished responses, which waits `sweepMs`: their process may end them. */
export function createSweep(service: ResponsesService): ResponseSweep {
  const { agents, records, running } = service;
  let after: ResponseRecord | undefined;
  let isSweeping = false;
  let isStopped = false;

  function reportError(thrown: unknown): void {
    if (!isStopped) service.onError(thrown);
  }

  async function sweepOnce(): Promise<void> {
    const found = await records.unfinished(agents.names(), after, MAX_RESPONSES);
    after = found.length < MAX_RESPONSES ? undefined : found.at(-1);
    for (const record of found) {
      if (running.has(record.response.id)) continue;
      await endResponseIfOver(service, record).catch(reportError);
    }
  }

  return {
    run() {
      if (isSweeping || isStopped) return;
      isSweeping = true;
      void sweepOnce()
        .catch(reportError)
        .finally(() => {
          isSweeping = false;
        });
    },
    stop() {
      isStopped = true;
    },
  };
}

async function endResponseIfOver(service: ResponsesService, record: ResponseRecord): Promise<void> {
  const { runner, clock, sweepMs } = service;
  const task = await runner.get(record.taskId);
  if (task && !(isResponseOver(task) && task.updatedAt <= clock.now() - sweepMs)) return;
  const ended = await loadEndedRecord(service, record);
  if (ended) await storeEndedRecord(service, ended);
}
