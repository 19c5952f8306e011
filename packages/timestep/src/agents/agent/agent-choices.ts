import type { AgentChoices } from '#engine/port';
import type { AgentFolder } from '#agents/folder';
import { getContextWindowOrDefault } from '#agents/model';
import type { AgentDefinition } from './agent-definition.ts';
import { createAgentModels } from './agent-models.ts';
import { type FolderModelOptions, getAgentModelName, mergeVariables } from './folder-model.ts';
import { listItemsForSession } from './session-items.ts';

export type AnsweringAgent = Pick<AgentDefinition, 'folder' | 'model' | 'environments' | 'refresh'>;

/**
 * Lists the models, tools, rules and other items that a session can choose, from the agent's
 * current files.
 */
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
        named ?? getAgentModelName(newest, options),
        mergeVariables(newest, options),
      ),
    listItems: async (kind, session) =>
      listItemsForSession(await refreshFolder(), kind, session, agent.environments.default),
    listCommands: async () => (await refreshFolder()).commands ?? [],
    hasOwnItems: true,
  };
}
