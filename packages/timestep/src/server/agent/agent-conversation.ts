import { getOpenQuestion, type Task } from '../../core/index.ts';
import type { TaskStep } from '../../port/index.ts';
import type { AgentTextAnswer } from './agent-answer.ts';
import { answerFrom, createAgentStream, type AgentStream } from './agent-stream.ts';
import type { AskAgentOptions } from './run-task.ts';

/** A conversation with an agent: each message follows the earlier ones. */
export interface AgentConversation<Answer extends AgentTextAnswer = AgentTextAnswer> {
  readonly contextId: string;
  /** Sends the next message, or the answer to a question that the agent has asked. */
  ask(message: string, options?: ConversationAskOptions): Promise<Answer>;
  /** Sends the next message and returns the answer as it is written. */
  stream(message: string, options?: ConversationAskOptions): AgentStream<Answer>;
}

/** How one message of a conversation is answered. */
type ConversationAskOptions = Omit<AskAgentOptions, 'contextId' | 'taskId'>;

type Run = (message: string, options: AskAgentOptions) => AsyncGenerator<TaskStep, Task>;

/** Makes a conversation in a context. It remembers the task that waits for the user, if there is one. */
export function createConversation(contextId: string, run: Run): AgentConversation {
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
    ask: (message, options) => answerFrom(runNext(message, options)),
    stream: (message, options) => createAgentStream(message, runNext(message, options)),
  };
}
