import { omitUndefined } from '#core';
import type { AgentDefinition, LoadFolderOptions } from '#agents/agent';
import type { Agent } from '#serving/server';
import type { Option } from '../command.ts';
import { createUsageError } from '../command-error.ts';
import {
  createFolderLoadOptions,
  createServerLineWriter,
  type FolderContext,
} from './folder-reports.ts';

export const MODEL_OPTION: Option = {
  value: 'PROVIDER/NAME',
  about: "model to use instead of the folder's model",
};

/** An agent loaded from a folder. Closing it also closes the folder's tools. */
export interface ServedFolder extends LoadedFolder {
  readonly agent: Agent;
  close(): Promise<void>;
}

export interface LoadedFolder {
  readonly definition: AgentDefinition;
  readonly onError: (thrown: unknown) => void;
}

/** Opens an agent folder for serving. Throws `FolderError` with file, line and field. */
export async function openFolder(
  path: string,
  model: string | undefined,
  context: FolderContext,
  more: Pick<LoadFolderOptions, 'agentCalls'> = {},
): Promise<ServedFolder> {
  const { Agent: ServedAgent } = await import('#serving/server');
  const loaded = await loadFolder(path, model, context, {
    ...more,
    onServerLine: createServerLineWriter(context.writeError),
  });
  const agent = new ServedAgent(loaded.definition);
  return {
    ...loaded,
    agent,
    async close() {
      await agent.close();
      await loaded.definition.close();
    },
  };
}

/** Throws if two folders contain agents with the same id, because their URLs would be equal. */
export function checkUniqueNames(folders: readonly LoadedFolder[]): void {
  const names = folders.map(({ definition }) => definition.agentId);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw createUsageError(`two of the folders contain an agent with the id ${twice}`);
}

/** Loads an agent without serving it. Throws `FolderError` with file, line and field. */
export async function loadFolder(
  path: string,
  model: string | undefined,
  context: FolderContext,
  { onServerLine, agentCalls }: Pick<LoadFolderOptions, 'onServerLine' | 'agentCalls'> = {},
): Promise<LoadedFolder> {
  const { loadAgentFolder } = await import('#agents/agent');
  const { load, onLoaded, onError } = await createFolderLoadOptions(model, context, onServerLine);
  const definition = loadAgentFolder(path, omitUndefined({ ...load, watch: true, agentCalls }));
  onLoaded(definition.folder);
  return { definition, onError };
}
