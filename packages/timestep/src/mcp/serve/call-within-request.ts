import { askFirst } from './approval.ts';
import { runAsking } from './ask-caller.ts';
import { isCreateTask } from './call-tasks/call-task-to-mcp.ts';
import type { CompiledTool } from './compile.ts';
import { noTask, onlyTask } from './run-tool.ts';
import type { CallFacts } from './tool-context.ts';

/** What a call comes to that ends with its request: a result, or a request for input. */
export type ResultInRequest = NonNullable<Awaited<ReturnType<typeof askFirst>>>;

/** Makes a call whose arguments have been checked, for a caller that takes no tasks. */
export async function callWithinRequest(
  tool: CompiledTool,
  args: unknown,
  humanInLoop: boolean,
  facts: CallFacts,
): Promise<ResultInRequest> {
  const { name, task } = tool.definition;
  if (task === 'required') return onlyTask(name);
  const asked = await askFirst(tool.definition, args, humanInLoop, facts);
  const result = asked ?? (await runAsking(tool, args, facts));
  return isCreateTask(result) ? noTask(name) : result;
}
