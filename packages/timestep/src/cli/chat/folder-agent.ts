import { limitsFrom, type JsonObject } from '../../core/index.ts';
import type { AgentFolder } from '../../folder/index.ts';
import { openCallable } from '../callable-agents.ts';
import { loadFolder, type ServedFolder } from '../served-folder.ts';
import { CHAT_LIMITS, type ConversationAgent, type OpenAgentOptions } from './chat-agent.ts';

/** The agent of a folder, or of a single file of YAML or Markdown. */
export async function agentOfFolder(
  path: string,
  options: OpenAgentOptions,
): Promise<ConversationAgent> {
  const { model } = options;
  const callable = await openCallable([path], model, options);
  try {
    const loaded = await loadFolder(path, model, options, callable.load);
    const agent = await chatAgentOf(loaded, path, options);
    return {
      ...agent,
      callable,
      async close() {
        await agent.close();
        await callable.close();
      },
    };
  } catch (thrown) {
    await callable.close();
    throw thrown;
  }
}

/** The agent of a folder that was loaded; the path is that of the folder or of its one file. */
export async function chatAgentOf(
  { definition, onError }: Pick<ServedFolder, 'definition' | 'onError'>,
  path: string,
  { model, env, isOwn }: Omit<OpenAgentOptions, 'complain'>,
): Promise<ConversationAgent> {
  const { agentChoices, agentExists } = await import('../../folder/index.ts');
  const { agentId: name, limits, environments, folder } = definition;
  const environment = environments.default;
  const choices = agentChoices(
    definition,
    { ...(model !== undefined && { model }), env },
    Date.now,
  );
  const canSave = isOwn && (await agentExists(folder.path)) && !isSingleFile(path);
  return {
    served: {
      name,
      agent: definition.model,
      toolSite: 'server',
      limits: limitsFrom(limits, CHAT_LIMITS),
      history: definition.history,
      environment: (_contextId, taskId) =>
        taskId === undefined ? environment : environment.forTask(taskId),
    },
    facts: [
      ['name', definition.name],
      ['description', definition.description],
      ['folder', folder.path],
      ['mode', folder.mode],
    ],
    ...choices,
    servers: definition.servers,
    ...(canSave && { save: (settings: JsonObject) => save(folder, settings) }),
    onError,
    useSessions: definition.useSessions,
    useVectors: definition.useVectors,
    close: () => definition.close(),
  };
}

function isSingleFile(path: string): boolean {
  return /\.(?:ya?ml|mdt?)$/.test(path);
}

async function save({ path }: AgentFolder, settings: JsonObject): Promise<string> {
  const { applyEdit, fileStorage, setSettings } = await import('../../folder/index.ts');
  const storage = fileStorage(path);
  await applyEdit(storage, await setSettings(storage, settings));
  return path;
}
