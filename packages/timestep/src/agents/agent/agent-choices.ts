import type { AgentFn, AgentChoices } from '#engine/port';
import type { AgentFolder } from '#agents/folder';
import { getContextWindowOrDefault } from '#agents/model';
import { createAgentModels } from './agent-models.ts';
import { type FolderModelOptions, getOwnModelName, mergeVariables } from './folder-model.ts';
import type { LiveEnvironment } from './live-environment.ts';
import { listItems } from './session-items.ts';

export interface AnsweringAgent {
  readonly folder: AgentFolder;
  readonly model: AgentFn;
  readonly environments: { readonly default: LiveEnvironment };
  refresh(): Promise<AgentFolder>;
}

/** Returns the choices of sessions, such as models and items, from the agent's current files. */
export function createAgentChoices(
  agent: AnsweringAgent,
  options: Pick<FolderModelOptions, 'model' | 'env'>,
  now: () => number,
): AgentChoices {
  let newest = agent.folder;
  const refreshFolder = async (): Promise<AgentFolder> => (newest = await agent.refresh());
  return {
    models: createAgentModels(() => newest, options, now),
    answers: agent.model,
    getContextWindow: (named) =>
      getContextWindowOrDefault(
        named ?? getOwnModelName(newest, options),
        mergeVariables(newest, options),
      ),
    listItems: async (kind, session) =>
      listItems(await refreshFolder(), kind, session, agent.environments.default),
    hasOwnItems: true,
  };
}
