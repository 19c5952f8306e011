import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
} from '@temporalio/client';
import type { TaskSubmitted } from '@timestep-ai/timestep/core';
import type { TaskStore } from '../store/task-store.ts';
import { contentKey } from '../task/content-key.ts';
import { outlineOf } from '../task/outline.ts';
import {
  CANCEL_SIGNAL,
  INBOUND_SIGNAL,
  TASK_WORKFLOW,
  type InboundMessage,
  type TaskInput,
  type TaskSettings,
} from '../task/task-record.ts';

export interface TaskWorkflowsSite {
  readonly client: Client;
  readonly store: TaskStore;
  readonly taskQueue: string;
  readonly settings: TaskSettings;
}

/** The workflows of tasks: one for each, with the task's id. */
export interface TaskWorkflows {
  /** Starts the workflow with its first message, or gives the message to the existing workflow. */
  begin(origin: TaskSubmitted, at: number, message: InboundMessage): Promise<void>;
  /** Gives a kept message to its workflow, which is started where it does not exist. */
  deliver(taskId: string, message: InboundMessage): Promise<void>;
  cancel(taskId: string): Promise<void>;
}

/** A call that takes longer is treated as a call to a server that is not available. */
const PATIENCE_MS = 5000;
/** Deciding takes milliseconds, and reading a long history again takes less than a second. */
const WORKFLOW_TASK_MS = 5000;

export function createTaskWorkflows(site: TaskWorkflowsSite): TaskWorkflows {
  const { client, store, taskQueue, settings } = site;

  function soon<T>(call: () => Promise<T>): Promise<T> {
    return client.withDeadline(Date.now() + PATIENCE_MS, call);
  }

  async function begin(origin: TaskSubmitted, at: number, message: InboundMessage): Promise<void> {
    const input: TaskInput = { origin: outlineOf(origin), at, settings };
    await soon(() =>
      client.workflow.signalWithStart(TASK_WORKFLOW, {
        workflowId: origin.taskId,
        taskQueue,
        args: [input],
        signal: INBOUND_SIGNAL,
        signalArgs: [message],
        // An ended task must not begin again.
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        // A worker that died while it decided is noticed as soon as one that died during an effect.
        workflowTaskTimeout: WORKFLOW_TASK_MS,
        staticSummary: `${origin.agent} ${origin.contextId}`,
      }),
    );
  }

  /** Sends a signal to a workflow; ignores one that has ended. */
  async function tell(taskId: string, signal: string, ...args: unknown[]): Promise<void> {
    try {
      await soon(() => client.workflow.getHandle(taskId).signal(signal, ...args));
    } catch (thrown) {
      if (!(thrown instanceof WorkflowNotFoundError)) throw thrown;
    }
  }

  return {
    begin,
    async deliver(taskId, message) {
      const origin = await store.content(taskId, contentKey.origin);
      if (origin?.kind !== 'event' || origin.event.type !== 'task.submitted') {
        // The workflow has written the beginning of the task, so it exists.
        return tell(taskId, INBOUND_SIGNAL, message);
      }
      try {
        await begin(origin.event, message.at, message);
      } catch (thrown) {
        if (!(thrown instanceof WorkflowExecutionAlreadyStartedError)) throw thrown;
      }
    },
    cancel: (taskId) => tell(taskId, CANCEL_SIGNAL),
  };
}
