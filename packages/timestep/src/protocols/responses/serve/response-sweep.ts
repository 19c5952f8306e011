import type { ResponseRecord } from '../records/response-record.ts';
import { loadEndedRecord } from './current-state.ts';
import { storeResponseOrEraseTask } from './finish-response.ts';
import { isResponseOver } from './response-source.ts';
import type { ResponsesService } from './responses-service.ts';

/** Maximum number of responses per sweep. The next sweep continues after them. */
const MAX_RESPONSES = 100;

/**
 * Every `sweepMs`, ends unfinished responses whose process has stopped. Returns a function that stops the sweeps;
 * later failures are not reported.
 */
export function startSweeping(service: ResponsesService): () => void {
  const { agents, records, running } = service;
  let after: ResponseRecord | undefined;
  let isSweeping = false;
  let isStopped = false;

  function reportError(thrown: unknown): void {
    if (!isStopped) service.onError(thrown);
  }

  async function endNextResponsesOfEndedTasks(): Promise<void> {
    const found = await records.unfinished(agents.names(), after, MAX_RESPONSES);
    after = found.length < MAX_RESPONSES ? undefined : found.at(-1);
    for (const record of found) {
      if (running.has(record.response.id)) continue;
      await endResponseIfOver(service, record).catch(reportError);
    }
  }

  async function sweepUnlessSweeping(): Promise<void> {
    if (isSweeping) return;
    isSweeping = true;
    await endNextResponsesOfEndedTasks().catch(reportError);
    isSweeping = false;
  }
  void sweepUnlessSweeping();
  const sweeping = setInterval(() => void sweepUnlessSweeping(), service.sweepMs).unref();
  return () => {
    isStopped = true;
    clearInterval(sweeping);
  };
}

async function endResponseIfOver(service: ResponsesService, record: ResponseRecord): Promise<void> {
  const { runner, clock, sweepMs } = service;
  const task = await runner.get(record.taskId);
  if (task && !(isResponseOver(task) && task.updatedAt <= clock.now() - sweepMs)) return;
  const ended = await loadEndedRecord(service, record);
  if (ended) await storeResponseOrEraseTask(service, ended);
}
