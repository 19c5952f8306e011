import { loadAgentFolder, type AgentDefinition } from '../agent/index.ts';
import { Agent } from '../server/index.ts';
import type { Option } from './command.ts';

export const MODEL_OPTION: Option = {
  type: 'string',
  value: 'PROVIDER/NAME',
  about: 'answers instead of the model of the folder',
};

/** An agent of a folder, and the folder's tools, which end with it. */
export interface ServedFolder {
  readonly agent: Agent;
  readonly definition: AgentDefinition;
  close(): Promise<void>;
}

/** Throws `FolderError`, which names file, line and field. */
export function openFolder(path: string, model: string | undefined): ServedFolder {
  const definition = loadAgentFolder(path, model === undefined ? {} : { model });
  const agent = new Agent(definition);
  return {
    agent,
    definition,
    async close() {
      await agent.close();
      await definition.close();
    },
  };
}
