import { buildTranscript, type Task, type ToolCall } from '#core';
import type { Runner, ServedAgent } from '#engine/port';
import type { LedgerEntry } from './kill-ledger.ts';
import type { RepeatedCall } from './told-story.ts';

/** Finds tool calls that began more than once, and whether their tools allow it. */
export async function listCallsBegunRepeatedly(
  entries: readonly LedgerEntry[],
  runner: Pick<Runner, 'get'>,
  agents: readonly ServedAgent[],
): Promise<readonly RepeatedCall[]> {
  const began = entries.filter((entry) => entry.kind === 'began');
  const repeated: RepeatedCall[] = [];
  for (const [key, calls] of Map.groupBy(began, (entry) => entry.key)) {
    const [first] = calls;
    if (!first || calls.length < 2) continue;
    const task = await runner.get(first.taskId);
    const call = task && listCalls(task).find(({ id }) => key.endsWith(`:${id}`));
    const tool = call?.function.name ?? key;
    repeated.push({ tool, isAllowed: task ? await mayRepeat(task, tool, agents) : false });
  }
  return repeated;
}

function listCalls(task: Task): readonly ToolCall[] {
  return buildTranscript(task).flatMap((message) =>
    message.role === 'assistant' ? (message.tool_calls ?? []) : [],
  );
}

async function mayRepeat(
  { id, origin }: Task,
  tool: string,
  agents: readonly ServedAgent[],
): Promise<boolean> {
  const agent = agents.find(({ name }) => name === origin.agent);
  const environment = await agent?.environment(origin.contextId, id);
  const tools = (await environment?.listTools(new AbortController().signal)) ?? [];
  const { replay = 'never' } = tools.find((schema) => schema.function.name === tool) ?? {};
  return replay !== 'never';
}
