import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { NAMESPACE } from '../runner-choice.ts';

/** Temporal's records of agent B's side of a conversation. */
export interface WorkflowTally {
  /** The id of each workflow of the conversation; exactly one workflow is expected. */
  readonly ids: readonly string[];
  /** The status of each of them. */
  readonly statuses: readonly string[];
  /** Ids of messages that arrived in an `inbound_message` signal, in order. */
  readonly signals: readonly string[];
  /** Number of activities per tool, which run the tool or check if it ran. */
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
    const workflowIds: string[] = [];
    const statuses: string[] = [];
    const signals: string[] = [];
    const tools: Record<string, number> = {};
    for await (const { workflowId, runId } of client.workflow.list()) {
      const handle = client.workflow.getHandle(workflowId, runId);
      const status = await pollLastStatus(handle);
      const { events } = await handle.fetchHistory();
      const heard = (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: it }) =>
        it?.signalName === 'inbound_message' ? decodeFirst<Inbound>(it.input) : [],
      );
      const ids = heard.flatMap(
        ({ submission }) => parseMessageId(submission.messageId, taskId) ?? [],
      );
      if (ids.length === 0) continue;
      workflowIds.push(workflowId);
      statuses.push(status);
      signals.push(...ids);
      for (const { activityTaskScheduledEventAttributes: it } of events ?? []) {
        if (it?.activityType?.name !== 'callTool') continue;
        for (const { planned } of decodeFirst<ToolCall>(it.input)) {
          const { name } = planned.call.function;
          tools[name] = (tools[name] ?? 0) + 1;
        }
      }
    }
    return { ids: workflowIds, statuses, signals, tools };
  } finally {
    await connection.close();
  }
}

const LOOKS = 100;
const LOOK_EVERY_MS = 100;

/** Polls, because a workflow ends shortly after its task has ended in the store. */
async function pollLastStatus(handle: WorkflowHandle): Promise<string> {
  for (let look = 1; ; look += 1) {
    const { status } = await handle.describe();
    if (status.name !== 'RUNNING' || look === LOOKS) return status.name;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

type Payloads = { readonly payloads?: readonly object[] | null } | null | undefined;

/** Decodes the first value of a signal's or an activity's input. */
function decodeFirst<T>(input: Payloads): T[] {
  const [payload] = input?.payloads ?? [];
  return payload ? [defaultPayloadConverter.fromPayload<T>(payload)] : [];
}

/** Returns the sender's id of a message; undefined for a signal that only wakes the task. */
function parseMessageId(kept: string, taskId: string): string | undefined {
  const parts: unknown = JSON.parse(kept);
  return Array.isArray(parts) && parts[0] === taskId ? String(parts[1]) : undefined;
}
