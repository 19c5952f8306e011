import {
  getFinalAnswer,
  getFinalOutput,
  listArtifacts,
  omitUndefined,
  buildEpisodeInfo,
  getOpenQuestion,
  type Artifact,
  type EndReason,
  type EpisodeInfo,
  type Failure,
  type Question,
  type Task,
} from '#core';
import { AgentError, type AgentErrorCode } from './agent-error.ts';

/**
 * An agent's answer to a message. `output` is the answer as data of the type that the agent's
 * output schema defines; undefined while `question` is open.
 */
export type AgentAnswer<Output = undefined> = [Output] extends [undefined]
  ? AgentTextAnswer
  : AgentTextAnswer & { readonly output: Output };

/** The text of an answer, the id of its task, and files and data of the task. */
export interface AgentTextAnswer {
  readonly text: string;
  readonly taskId: string;
  /** Id of the conversation: pass it to the next call to continue the conversation. */
  readonly contextId: string;
  /** Files and data that the task produced in addition to the text. */
  readonly artifacts: readonly Artifact[];
  /** What the task asks the user. To answer, send a message with this `taskId`. */
  readonly question?: Question;
  /** Number of steps and tool calls of the task, and its tokens and cost. */
  readonly info: EpisodeInfo;
}

/** Converts a task to an answer. Throws `AgentError` if it has neither an answer nor a question. */
export function taskToAnswerOrQuestion(task: Task): AgentTextAnswer {
  const { id: taskId, contextId, end } = task;
  const question = end ? undefined : getOpenQuestion(task);
  const text = end ? getFinalAnswer(task) : question?.text;
  if (text === undefined) throw taskToError(task);
  const output = getFinalOutput(task);
  return {
    text,
    taskId,
    contextId,
    artifacts: listArtifacts(task),
    info: buildEpisodeInfo(task, 0),
    ...omitUndefined({ output, question }),
  };
}

function taskToError({ id, end, entries }: Task): AgentError {
  const { error, reason } = end ?? {};
  const last = entries?.last.message;
  const said = last?.role === 'assistant' ? last.content : undefined;
  const state = end?.state === 'completed' ? 'failed' : (end?.state ?? 'failed');
  const code = getAgentErrorCode(reason, error, state);
  const why = error?.message ?? said ?? reason ?? 'it has no answer';
  return new AgentError(code, `task ${id} ended without an answer (${state}): ${why}`);
}

function getAgentErrorCode(
  reason: EndReason | undefined,
  error: Failure | undefined,
  state: AgentErrorCode,
): AgentErrorCode {
  if (reason === 'max_steps' || reason === 'time_limit') return 'limit-reached';
  return error?.code === 'output-mismatch' ? 'output-mismatch' : state;
}
