import { loadAgentFolder, type AgentDefinition } from '../agent/index.ts';
import { Agent } from '../server/index.ts';
import { usage } from './command-error.ts';
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

/** What is written as `${env:NAME}` is taken from the environment, so that no command shows it. */
export function withEnvironment(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return text.replaceAll(/\$\{env:([^}]*)\}/g, (_, name: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    throw usage(`the environment variable ${name} is not set`);
  });
}
