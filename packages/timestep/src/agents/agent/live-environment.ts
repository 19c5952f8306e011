import type { ToolEnvironment } from '#engine/port';
import type { AgentTool, AgentTools } from '#engine/tools';
import type { ServerPool } from '#agents/agent-tools';
import type { AgentVersions } from './agent-versions.ts';
import type { FolderEnvironment } from './environment/folder-environment.ts';

/**
 * The toolset of an agent whose files can change: of the current version, or of a task's version.
 */
export interface LiveEnvironment extends FolderEnvironment {
  /** Returns the toolset for a task, which stays the same until the task ends. */
  forTask(taskId: string): Promise<ToolEnvironment>;
}

export function createLiveEnvironment(versions: AgentVersions, pool: ServerPool): LiveEnvironment {
  const now = (): FolderEnvironment => versions.getCurrent().environment;
  return {
    systemPrompt: (agent, signal, turn) => now().systemPrompt(agent, signal, turn),
    listChoices: () => now().listChoices(),
    reload: () => now().reload(),
    listMissing: () => now().listMissing(),
    listTools: (signal, turn) => now().listTools(signal, turn),
    selectContext: (request) => now().selectContext?.(request) ?? { items: [] },
    judgeCall: (call, request) => now().judgeCall?.(call, request),
    callTool: (call, context) => now().callTool(call, context),
    probeTool: (call, context) => now().probeTool?.(call, context) ?? 'unknown',
    forTask: async (taskId) => (await versions.chooseVersionForTask(taskId)).environment,
    close: () => pool.close(),
  };
}

export function createLiveAgentTools(versions: AgentVersions): AgentTools {
  const now = (): readonly AgentTool[] => versions.getCurrent().folder.agentTools;
  return {
    list: now,
    watch(onChange) {
      let before = JSON.stringify(now());
      return versions.watch(() => {
        const after = JSON.stringify(now());
        if (after === before) return;
        before = after;
        onChange();
      });
    },
  };
}
