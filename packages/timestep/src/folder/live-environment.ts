import type { ToolEnvironment } from '../port/index.ts';
import type { AgentVersions } from './agent-versions.ts';
import type { FolderEnvironment } from './folder-environment.ts';
import type { ServerPool } from './server-pool.ts';

/** The tools of an agent whose files may change: as they are now, and as a task began with them. */
export interface LiveEnvironment extends FolderEnvironment {
  /** The environment that stays the same until the task ends. */
  forTask(taskId: string): Promise<ToolEnvironment>;
}

export function liveEnvironment(versions: AgentVersions, pool: ServerPool): LiveEnvironment {
  const now = (): FolderEnvironment => versions.current().environment;
  return {
    systemPrompt: (agent, signal, turn) => now().systemPrompt(agent, signal, turn),
    choices: () => now().choices(),
    reload: () => now().reload(),
    leftOut: () => now().leftOut(),
    listTools: (signal, turn) => now().listTools(signal, turn),
    selectContext: (request) => now().selectContext?.(request) ?? { items: [] },
    judgeCall: (call, request) => now().judgeCall?.(call, request),
    callTool: (call, context) => now().callTool(call, context),
    probeTool: (call, context) => now().probeTool?.(call, context) ?? 'unknown',
    forTask: async (taskId) => (await versions.forTask(taskId)).environment,
    close: () => pool.close(),
  };
}
