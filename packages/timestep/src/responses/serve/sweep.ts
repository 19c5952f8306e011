import type { ResponseRecord } from '../records/record.ts';
import { endFromLog } from './as-it-is.ts';
import { keep } from './conclude.ts';
import { isOver } from './generation.ts';
import type { Service } from './service.ts';

/** How many responses one sweep looks at; the next sweep continues after them. */
const MOST = 100;

export interface Sweep {
  /** Looks at some responses, unless the last look has not ended. */
  readonly look: () => void;
  /** Stops looking; later failures are not reported. */
  readonly stop: () => void;
}

/**
 * Ends responses that a process left unfinished when it went away, from the logs of their tasks. A
 * process that still answers its caller has time to keep the end that it reports.
 */
export function createSweep(service: Service): Sweep {
  const { agents, records, running } = service;
  let after: ResponseRecord | undefined;
  let isSweeping = false;
  let isStopped = false;

  function tell(thrown: unknown): void {
    if (!isStopped) service.onError(thrown);
  }

  async function sweep(): Promise<void> {
    const found = await records.unfinished(agents.names(), after, MOST);
    after = found.length < MOST ? undefined : found.at(-1);
    for (const record of found) {
      if (running.has(record.response.id)) continue;
      await endIfOver(service, record).catch(tell);
    }
  }

  return {
    look() {
      if (isSweeping || isStopped) return;
      isSweeping = true;
      void sweep()
        .catch(tell)
        .finally(() => {
          isSweeping = false;
        });
    },
    stop() {
      isStopped = true;
    },
  };
}

async function endIfOver(service: Service, record: ResponseRecord): Promise<void> {
  const { runner, clock, sweepMs } = service;
  const task = await runner.get(record.taskId);
  if (task && !(isOver(task) && task.updatedAt <= clock.now() - sweepMs)) return;
  const ended = await endFromLog(service, record);
  if (ended) await keep(service, ended);
}
