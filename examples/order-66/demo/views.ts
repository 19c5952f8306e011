import { buildTranscript, type Task } from '@timestep-ai/timestep/core';
import { listReceivedMessages } from '../messages/inbound.ts';
import { readConversation } from '../initiator.ts';
import { listReplies } from '../responder.ts';
import { toWorkflowStatus, createWorkflowId, type WorkflowStatus } from '../workflow-status.ts';

/** A conversation according to agent A's journal. */
export interface InitiatorView {
  readonly taskId: string;
  readonly workflowId: string;
  readonly status: WorkflowStatus;
  readonly runId: string;
  /** `null` if the conversation has not started. */
  readonly turns: number | null;
  readonly sent: readonly string[];
  readonly replies: readonly { readonly messageId: string; readonly content: string }[];
}

/** A conversation according to agent B's journal. */
export interface ResponderView {
  readonly taskId: string;
  readonly state: Task['state'];
  /** Ids of messages. */
  readonly persisted: readonly string[];
  /** Ids of replies that are on disk. */
  readonly replies: readonly string[];
  readonly events: number;
}

export function toInitiatorView(taskId: string, task: Task): InitiatorView {
  const { turns, sent } = readConversation(buildTranscript(task));
  const received = listAllReceivedMessages(task);
  return {
    taskId,
    workflowId: createWorkflowId(taskId),
    status: toWorkflowStatus(task.state),
    runId: task.id,
    turns: turns ?? null,
    sent,
    replies: received.map(({ messageId, content }) => ({ messageId, content })),
  };
}

export function toResponderView(taskId: string, task: Task): ResponderView {
  return {
    taskId,
    state: task.state,
    persisted: listAllReceivedMessages(task).map(({ messageId }) => messageId),
    replies: listReplies(buildTranscript(task)).map(({ messageId }) => messageId),
    events: task.generation,
  };
}

function listAllReceivedMessages(task: Task): ReturnType<typeof listReceivedMessages> {
  const unprocessed = task.inbox.map(({ message }) => message);
  return listReceivedMessages([...buildTranscript(task), ...unprocessed]);
}
