import { buildEpisodeInfo, buildTranscript, getOpenQuestion, type Task } from '#core';
import type { TaskStep } from '#engine/port';
import { createEpisodeEncoder, type EpisodeEvent } from '#engine/runner';
import { AgentError } from './agent-error.ts';
import { taskToAnswerOrQuestion, type AgentTextAnswer } from './agent-answer.ts';
import type { AskAgentOptions } from './run-task.ts';

/**
 * An answer while it is written. Iterate over it for all events, or over `text` for the text. The
 * task starts with the first read. Leaving the loop does not cancel the task; abort `signal` to
 * cancel it.
 */
export interface AgentStream<
  Answer extends AgentTextAnswer = AgentTextAnswer,
> extends AsyncIterable<EpisodeEvent> {
  /** The text of the replies, in the pieces in which the model generates it. */
  readonly text: AsyncIterable<string>;
  /** Reads the stream to its end. Throws `AgentError` if there is no answer. */
  answer(): Promise<Answer>;
}

export function createAgentStream(
  message: string,
  steps: AsyncGenerator<TaskStep, Task>,
): AgentStream {
  const events = encodeStepsAsEvents(message, steps);
  let last: Task | undefined;

  /** Yields each event once, to whichever reader requests it first. */
  async function* readEvents(): AsyncGenerator<EpisodeEvent> {
    for (;;) {
      const next = await events.next();
      if (!next.done) {
        yield next.value;
        continue;
      }
      // The return value of a generator can be read only once, so it is stored.
      last ??= next.value;
      return;
    }
  }

  async function* readTextDeltas(): AsyncGenerator<string> {
    for await (const event of readEvents()) {
      if (event.type === 'TextMessageContent') yield event.delta;
    }
  }

  return {
    [Symbol.asyncIterator]: readEvents,
    text: { [Symbol.asyncIterator]: readTextDeltas },
    async answer() {
      const rest = readEvents();
      while (!(await rest.next()).done);
      if (!last)
        throw new AgentError(
          'failed',
          "the agent's answer is missing, because reading the agent's events failed: call the agent again",
        );
      return taskToAnswerOrQuestion(last);
    },
  };
}

export async function readAnswer(steps: AsyncGenerator<TaskStep, Task>): Promise<AgentTextAnswer> {
  for (;;) {
    const next = await steps.next();
    if (next.done) return taskToAnswerOrQuestion(next.value);
  }
}

async function* encodeStepsAsEvents(
  message: string,
  steps: AsyncGenerator<TaskStep, Task>,
): AsyncGenerator<EpisodeEvent, Task> {
  const encode = createEpisodeEncoder();
  let isStarted = false;
  for (;;) {
    const next = await steps.next();
    if (next.done) {
      const task = next.value;
      const result = { transcript: buildTranscript(task), episodeInfo: buildEpisodeInfo(task, 0) };
      const ids = { threadId: task.contextId, runId: task.id };
      if (task.end?.error) {
        yield { type: 'RunError', message: task.end.error.message, code: task.end.error.code };
      }
      yield { type: 'RunFinished', ...ids, result };
      return task;
    }
    const { task } = next.value;
    if (!isStarted) {
      const input = [{ role: 'user', content: message }] as const;
      yield { type: 'RunStarted', threadId: task.contextId, runId: task.id, input };
      isStarted = true;
    }
    yield* encode(next.value);
  }
}

/** A conversation with an agent: each message follows the earlier ones. */
export interface AgentConversation<Answer extends AgentTextAnswer = AgentTextAnswer> {
  readonly contextId: string;
  /** Sends the next message, or the answer to a question that the agent has asked. */
  ask(message: string, options?: ConversationAskOptions): Promise<Answer>;
  /** Sends the next message and returns the answer as it is written. */
  stream(message: string, options?: ConversationAskOptions): AgentStream<Answer>;
}

type ConversationAskOptions = Omit<AskAgentOptions, 'contextId' | 'taskId'>;

type RunTask = (message: string, options: AskAgentOptions) => AsyncGenerator<TaskStep, Task>;

/** Creates a conversation, which remembers the task whose question is open. */
export function createConversation(contextId: string, run: RunTask): AgentConversation {
  let waiting: string | undefined;

  async function* runNextTurn(
    message: string,
    options: ConversationAskOptions = {},
  ): AsyncGenerator<TaskStep, Task> {
    const ids = { contextId, ...(waiting !== undefined && { taskId: waiting }) };
    const task = yield* run(message, { ...options, ...ids });
    waiting = task.end || !getOpenQuestion(task) ? undefined : task.id;
    return task;
  }

  return {
    contextId,
    ask: (message, options) => readAnswer(runNextTurn(message, options)),
    stream: (message, options) => createAgentStream(message, runNextTurn(message, options)),
  };
}
