import { transcriptOf, type Task } from '@timestep-ai/timestep/core';
import { allHeardIn } from './inbound.ts';
import { conversationOf } from './initiator.ts';
import { repliesIn } from './responder.ts';
import { statusOf, workflowIdOf, type WorkflowStatus } from './workflow-status.ts';

/** A conversation as agent A's journal has it. */
export interface InitiatorView {
  readonly taskId: string;
  readonly workflowId: string;
  readonly status: WorkflowStatus;
  readonly runId: string;
  /** `null` where the conversation has not begun. */
  readonly turns: number | null;
  readonly sent: readonly string[];
  readonly replies: readonly { readonly messageId: string; readonly content: string }[];
}

/** A conversation as agent B's journal has it. */
export interface ResponderView {
  readonly taskId: string;
  readonly state: Task['state'];
  /** Ids of messages. */
  readonly persisted: readonly string[];
  /** Ids of replies that were taken. */
  readonly replies: readonly string[];
  readonly events: number;
}

export function initiatorView(taskId: string, task: Task): InitiatorView {
  const { turns, sent } = conversationOf(transcriptOf(task));
  return {
    taskId,
    workflowId: workflowIdOf(taskId),
    status: statusOf(task.state),
    runId: task.id,
    turns: turns ?? null,
    sent,
    replies: allHeardBy(task).map(({ messageId, content }) => ({ messageId, content })),
  };
}

export function responderView(taskId: string, task: Task): ResponderView {
  return {
    taskId,
    state: task.state,
    persisted: allHeardBy(task).map(({ messageId }) => messageId),
    replies: repliesIn(transcriptOf(task)).map(({ messageId }) => messageId),
    events: task.generation,
  };
}

/** What has been heard, whether the agent has come to it or not. */
function allHeardBy(task: Task): ReturnType<typeof allHeardIn> {
  return allHeardIn([...transcriptOf(task), ...task.inbox.map(({ message }) => message)]);
}
