import {
  readArguments,
  type CallResult,
  type CallState,
  type Replay,
  type Task,
} from '../../core/index.ts';
import type { ToolEnvironment } from '../../port/index.ts';

/** Where the tools of an agent are, that the caller of the API does not run; by context. */
export type ExecuteTools = (agent: string, contextId: string) => Promise<ToolEnvironment>;

/**
 * Makes a call that a task waits for a client to make. It never rejects: what goes wrong is a
 * result that the model reads.
 */
export async function executeCall(
  { call }: CallState,
  task: Task,
  executeTools: ExecuteTools,
  signal: AbortSignal,
  attempt = 1,
): Promise<CallResult> {
  const callId = call.id;
  const args = readArguments(call.function.arguments);
  if (!args) return { callId, output: 'invalid_tool_arguments_json', isError: true };
  try {
    const { agent, metadata = {} } = task.origin;
    const environment = await executeTools(agent, task.contextId);
    const result = await environment.callTool(
      { id: callId, name: call.function.name, arguments: args },
      {
        key: `${task.id}:${task.steps}:${callId}`,
        attempt,
        task: { id: task.id, contextId: task.contextId, agent, metadata },
        signal,
      },
    );
    return { callId, output: result.content, ...(result.isError && { isError: true }) };
  } catch (thrown) {
    const output = thrown instanceof Error ? thrown.message : String(thrown);
    return { callId, output, isError: true };
  }
}

/**
 * Sees to a call that a process which is gone may have made: makes it again where its tool allows
 * that, and else tells the model.
 */
export async function settleCutOffCall(
  state: CallState,
  task: Task,
  executeTools: ExecuteTools,
  signal: AbortSignal,
): Promise<CallResult> {
  const { id: callId, function: asked } = state.call;
  const replay = await replayOf(asked.name, task, executeTools, signal).catch(() => undefined);
  if (replay === 'safe' || replay === 'key')
    return executeCall(state, task, executeTools, signal, 2);
  return { callId, output: 'interrupted: the call was cut off and may have run', isError: true };
}

async function replayOf(
  tool: string,
  { origin, contextId }: Task,
  executeTools: ExecuteTools,
  signal: AbortSignal,
): Promise<Replay | undefined> {
  const environment = await executeTools(origin.agent, contextId);
  const tools = await environment.listTools(signal);
  return tools.find((listed) => listed.function.name === tool)?.replay;
}
