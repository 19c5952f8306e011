import { buildTranscript, hasTaskEnded, type Message } from '#core';
import { updatesToSteps, type AgentFunction } from '#engine/port';
import { createEpisodeEncoder, type EpisodeEvent } from './episode-events.ts';
import { startEpisode, buildEpisode, type EpisodeOptions } from './episode.ts';

/** Yields the events of an episode, `RunFinished` last. Stopping the iteration ends the episode. */
export async function* streamEpisode(
  messages: string | readonly Message[],
  agent: AgentFunction,
  options: EpisodeOptions = {},
): AsyncGenerator<EpisodeEvent> {
  const left = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal;
  const { log, first, taskRun: run } = startEpisode(messages, agent, { ...options, signal });
  const { id } = first;
  const threadId = `thread_${id}`;
  const trial = options.task?.trial;
  const runId = trial === undefined ? `run_${id}` : `run_${id}_trial_${trial}`;
  try {
    yield { type: 'RunStarted', threadId, runId, input: buildTranscript(first) };
    const encode = createEpisodeEncoder();
    for await (const step of updatesToSteps(log.updates(first.generation, left.signal), first)) {
      for (const event of encode(step)) yield event;
    }
    await run.done;
    const { messages: transcript, info } = buildEpisode(log, options);
    if (info.error !== null) {
      yield {
        type: 'RunError',
        message: info.error,
        code: log.task.end?.error?.code ?? 'canceled',
      };
    }
    yield { type: 'RunFinished', threadId, runId, result: { transcript, episodeInfo: info } };
  } finally {
    if (!hasTaskEnded(log.task)) left.abort();
  }
}
