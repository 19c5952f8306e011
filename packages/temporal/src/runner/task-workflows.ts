import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
} from '@temporalio/client';
import type { TaskSubmitted } from '@timestep-ai/timestep/core';
import type { TaskStore } from '../store/task-store.ts';
import { contentNames } from '../task/content-key.ts';
import { eventToOutline } from '../task/outline.ts';
import {
  CANCEL_SIGNAL,
  INBOUND_SIGNAL,
  TASK_WORKFLOW,
  type InboundMessage,
  type TaskInput,
  type TaskSettings,
} from '../task/task-record.ts';
import { createWorkflowId, listPossibleWorkflowIds } from '../task/workflow-id.ts';

/** Workflows of tasks. Each task has one workflow, whose id is `task-` and the id of the task. */
export interface TaskWorkflows {
  /** Starts a task's workflow with its first message, or signals the message to it. */
  start(origin: TaskSubmitted, at: number, message: InboundMessage): Promise<void>;
  /**
   * Like `start`, for a task that was accepted before, whose workflow may run under an earlier id.
   */
  restartWorkflowForMessage(
    origin: TaskSubmitted,
    at: number,
    message: InboundMessage,
  ): Promise<void>;
  /** Signals a stored message, and starts the workflow if it does not exist. */
  deliver(taskId: string, message: InboundMessage): Promise<void>;
  cancel(taskId: string): Promise<void>;
  /** Checks the connection. Rejects if Temporal does not answer, or lacks the namespace. */
  ping(signal: AbortSignal): Promise<void>;
}

/** Milliseconds without an answer after which Temporal counts as unavailable. */
const REQUEST_TIMEOUT_MS = 5000;
/**
 * Timeout of a workflow task in milliseconds. Replaying a long history takes less than a second.
 */
const WORKFLOW_TASK_MS = 5000;

export function createTaskWorkflows(
  client: Client,
  store: TaskStore,
  taskQueue: string,
  settings: TaskSettings,
): TaskWorkflows {
  function withTimeout<T>(call: () => Promise<T>): Promise<T> {
    return client.withDeadline(Date.now() + REQUEST_TIMEOUT_MS, call);
  }

  async function startOrSignalWorkflow(
    origin: TaskSubmitted,
    at: number,
    message: InboundMessage,
  ): Promise<void> {
    const input: TaskInput = { origin: eventToOutline(origin), at, settings };
    await withTimeout(() =>
      client.workflow.signalWithStart(TASK_WORKFLOW, {
        workflowId: createWorkflowId(origin.taskId),
        taskQueue,
        args: [input],
        signal: INBOUND_SIGNAL,
        signalArgs: [message],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        // A short timeout detects soon that a worker crashed during a workflow task.
        workflowTaskTimeout: WORKFLOW_TASK_MS,
        staticSummary: `${origin.agent} ${origin.contextId}`,
      }),
    );
  }

  /** Signals a workflow. Returns false if the workflow is not running. */
  async function trySignal(id: string, signal: string, ...args: unknown[]): Promise<boolean> {
    try {
      await withTimeout(() => client.workflow.getHandle(id).signal(signal, ...args));
      return true;
    } catch (thrown) {
      if (!(thrown instanceof WorkflowNotFoundError)) throw thrown;
      return false;
    }
  }

  /** Signals the workflow of a task unless it has ended. */
  const signalIfRunning = async (taskId: string, signal: string, ...args: unknown[]) => {
    for (const id of listPossibleWorkflowIds(taskId))
      if (await trySignal(id, signal, ...args)) return;
  };

  async function signalLegacyOrStartWorkflow(
    origin: TaskSubmitted,
    at: number,
    message: InboundMessage,
  ): Promise<void> {
    if (await trySignal(origin.taskId, INBOUND_SIGNAL, message)) return;
    await startOrSignalWorkflow(origin, at, message);
  }

  return {
    start: startOrSignalWorkflow,
    restartWorkflowForMessage: signalLegacyOrStartWorkflow,
    async deliver(taskId, message) {
      const origin = await store.content(taskId, contentNames.origin);
      if (origin?.kind !== 'event' || origin.event.type !== 'task.submitted') {
        // If the start event is no longer stored, the running workflow has written it to the log.
        return signalIfRunning(taskId, INBOUND_SIGNAL, message);
      }
      try {
        await signalLegacyOrStartWorkflow(origin.event, message.at, message);
      } catch (thrown) {
        if (!(thrown instanceof WorkflowExecutionAlreadyStartedError)) throw thrown;
      }
    },
    cancel: (taskId) => signalIfRunning(taskId, CANCEL_SIGNAL),
    async ping(signal) {
      const { namespace } = client.options;
      const describe = () => client.workflowService.describeNamespace({ namespace });
      await client.withAbortSignal(signal, () => withTimeout(describe));
    },
  };
}
