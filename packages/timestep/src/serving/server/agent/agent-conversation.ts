import { getOpenQuestion, type Task } from '../../../core/index.ts';
import type { TaskStep } from '../../../engine/port/index.ts';
import type { AgentTextAnswer } from './agent-answer.ts';
import { readAnswer, createAgentStream, type AgentStream } from './agent-stream.ts';
import type { AskAgentOptions } from './run-task.ts';

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

/** Remembers the task that waits for the user, if there is one. */
export function createConversation(contextId: string, run: RunTask): AgentConversation {
  let waiting: string | undefined;

  async function* runNext(
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
    ask: (message, options) => readAnswer(runNext(message, options)),
    stream: (message, options) => createAgentStream(message, runNext(message, options)),
  };
}
