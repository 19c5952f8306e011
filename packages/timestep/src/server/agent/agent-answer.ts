import {
  getFinalAnswer,
  listArtifacts,
  buildEpisodeInfo,
  getOpenQuestion,
  type Artifact,
  type EpisodeInfo,
  type Question,
  type Task,
} from '../../core/index.ts';
import { AgentError, type AgentErrorCode } from './agent-error.ts';

/** An agent's answer to one message. */
export interface AgentAnswer {
  readonly text: string;
  readonly taskId: string;
  /** The conversation: pass it as `contextId` to continue. */
  readonly contextId: string;
  /** Files and data that the agent and its tools returned in addition to the text. */
  readonly artifacts: readonly Artifact[];
  /**
   * The question of a task that waits for the user; undefined if the task has ended. Send the
   * answer with this `taskId`.
   */
  readonly question?: Question;
  /** Steps, tool calls, tokens and cost of the task. */
  readonly info: EpisodeInfo;
}

/** Returns the answer of a task that has ended or waits for the user. Throws `AgentError` if it has none. */
export function toAnswer(task: Task): AgentAnswer {
  const { id: taskId, contextId, end } = task;
  const question = end ? undefined : getOpenQuestion(task);
  const text = end ? getFinalAnswer(task) : question?.text;
  if (text === undefined) throw toError(task);
  const known = {
    taskId,
    contextId,
    artifacts: listArtifacts(task),
    info: buildEpisodeInfo(task, 0),
  };
  return { text, ...known, ...(question && { question }) };
}

function toError({ id, end, entries }: Task): AgentError {
  const { error, reason } = end ?? {};
  const last = entries?.last.message;
  const said = last?.role === 'assistant' ? last.content : undefined;
  const state = end?.state === 'completed' ? 'failed' : (end?.state ?? 'failed');
  const code: AgentErrorCode =
    reason === 'max_steps' || reason === 'time_limit' ? 'limit-reached' : state;
  const why = error?.message ?? said ?? reason ?? 'it has no answer';
  return new AgentError(code, `task ${id} ended without an answer (${state}): ${why}`);
}
