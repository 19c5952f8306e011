import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { NAMESPACE } from './runner-choice.ts';

/** What Temporal has recorded of agent B's side of a conversation. */
export interface WorkflowTally {
  /** Of each workflow of the conversation: there must be one. */
  readonly statuses: readonly string[];
  /** Ids of messages that an `inbound_message` signal brought, in order. */
  readonly signals: readonly string[];
  /** How often each tool was run, or asked whether it had run, as an activity. */
  readonly tools: Readonly<Record<string, number>>;
}

interface Inbound {
  readonly submission: { readonly messageId: string };
}

interface ToolCall {
  readonly planned: { readonly call: { readonly function: { readonly name: string } } };
}

export async function readWorkflows(address: string, taskId: string): Promise<WorkflowTally> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection, namespace: NAMESPACE });
    const statuses: string[] = [];
    const signals: string[] = [];
    const tools: Record<string, number> = {};
    for await (const { workflowId, runId } of client.workflow.list()) {
      const handle = client.workflow.getHandle(workflowId, runId);
      const status = await lastStatusOf(handle);
      const { events } = await handle.fetchHistory();
      const heard = (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: it }) =>
        it?.signalName === 'inbound_message' ? firstOf<Inbound>(it.input) : [],
      );
      const ids = heard.flatMap(({ submission }) => ownId(submission.messageId, taskId) ?? []);
      if (ids.length === 0) continue;
      statuses.push(status);
      signals.push(...ids);
      for (const { activityTaskScheduledEventAttributes: it } of events ?? []) {
        if (it?.activityType?.name !== 'callTool') continue;
        for (const { planned } of firstOf<ToolCall>(it.input)) {
          const { name } = planned.call.function;
          tools[name] = (tools[name] ?? 0) + 1;
        }
      }
    }
    return { statuses, signals, tools };
  } finally {
    await connection.close();
  }
}

const LOOKS = 100;
const LOOK_EVERY_MS = 100;

/** A workflow ends a moment after its task has ended in the store. */
async function lastStatusOf(handle: WorkflowHandle): Promise<string> {
  for (let look = 1; ; look += 1) {
    const { status } = await handle.describe();
    if (status.name !== 'RUNNING' || look === LOOKS) return status.name;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

type Payloads = { readonly payloads?: readonly object[] | null } | null | undefined;

/** The first value of a signal's or an activity's input. */
function firstOf<T>(input: Payloads): T[] {
  const [payload] = input?.payloads ?? [];
  return payload ? [defaultPayloadConverter.fromPayload<T>(payload)] : [];
}

/** The sender's own id of a message; of what only wakes a task, nothing. */
function ownId(kept: string, taskId: string): string | undefined {
  const parts: unknown = JSON.parse(kept);
  return Array.isArray(parts) && parts[0] === taskId ? String(parts[1]) : undefined;
}
