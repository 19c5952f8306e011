import { resolveLimits, type JsonObject } from '../../../core/index.ts';
import type { AgentFolder } from '../../../agents/folder/index.ts';
import { openCallableAgents } from '../agents/callable-agents.ts';
import { loadFolder, type ServedFolder } from '../agents/served-folder.ts';
import { CHAT_LIMITS, type ChatAgent, type OpenAgentOptions } from './chat-agent.ts';

/** Opens the agent of a folder, or of a single YAML or Markdown file, for a chat. */
export async function openFolderAgent(path: string, options: OpenAgentOptions): Promise<ChatAgent> {
  const { model } = options;
  const callable = await openCallableAgents([path], model, options);
  try {
    const loaded = await loadFolder(path, model, options, callable.load);
    const agent = await createFolderChatAgent(loaded, path, options);
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

/** Creates the chat agent for a loaded definition. `path` is the folder or the single file. */
export async function createFolderChatAgent(
  { definition, onError }: Pick<ServedFolder, 'definition' | 'onError'>,
  path: string,
  { model, env, isOwn }: Omit<OpenAgentOptions, 'writeError'>,
): Promise<ChatAgent> {
  const { createAgentChoices: agentChoices } = await import('../../../agents/agent/index.ts');
  const { agentExists } = await import('../../../agents/folder/index.ts');
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
      limits: resolveLimits(limits, CHAT_LIMITS),
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
    ...(canSave && { saveSettings: (settings: JsonObject) => writeSettings(folder, settings) }),
    onError,
    useSessions: definition.useSessions,
    useVectors: definition.useVectors,
    close: () => definition.close(),
  };
}

function isSingleFile(path: string): boolean {
  return /\.(?:ya?ml|mdt?)$/.test(path);
}

async function writeSettings({ path }: AgentFolder, settings: JsonObject): Promise<string> {
  const { applyEdit, fileStorage, setSettings } = await import('../../../agents/folder/index.ts');
  const storage = fileStorage(path);
  await applyEdit(storage, await setSettings(storage, settings));
  return path;
}
