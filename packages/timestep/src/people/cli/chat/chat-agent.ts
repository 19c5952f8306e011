import { omitUndefined, resolveLimits, type JsonObject, type Limits } from '#core';
import type { AgentFolder } from '#agents/folder';
import type { EnvironmentVariables } from '#agents/model';
import type { SessionCommandsDeps } from '#people/chat';
import type { AgentChoices, ServedAgent, StoreUser } from '#engine/port';
import { openCallableAgents, type CallableAgents } from '../agents/callable-agents.ts';
import type { FolderTrust } from '../agents/folder-trust.ts';
import { loadFolder, type LoadedFolder } from '../agents/served-folder.ts';

export interface ChatAgent
  extends StoreUser, AgentChoices, Pick<SessionCommandsDeps, 'facts' | 'servers' | 'saveSettings'> {
  readonly served: ServedAgent;
  readonly onError: (thrown: unknown) => void;
  readonly callable?: Pick<CallableAgents, 'users' | 'combineAgents'>;
  close(): Promise<void>;
}

export interface OpenAgentOptions {
  readonly model: string | undefined;
  readonly env: EnvironmentVariables;
  /** Whether the agent belongs to the user, so that its files may be changed. */
  readonly isOwn: boolean;
  readonly writeError: (text: string) => void;
  /** Decides whether to trust the permissions in folders. Undefined: they are trusted. */
  readonly trust?: FolderTrust | undefined;
}

/** Limits of a message: one hour, because a user is present to stop the agent. */
export const CHAT_LIMITS: Limits = { max_steps: 30, time_limit_s: 3600 };

export async function openFolderAgent(path: string, options: OpenAgentOptions): Promise<ChatAgent> {
  const { model, trust } = options;
  const context = { ...options, ...(trust && { trusts: trust.trusts }) };
  // What MCP servers print would interrupt the conversation: their logs keep it, as those of the agent itself.
  const callable = await openCallableAgents([path], model, context, { printsServerLines: false });
  try {
    let loaded = await loadFolder(path, model, context, callable.load);
    if (await trust?.askAboutLoaded(callable.paths)) {
      await loaded.definition.close();
      loaded = await loadFolder(path, model, context, callable.load);
    }
    const agent = await createFolderChatAgent(loaded, path, options);
    const { servers } = agent;
    const listCalled = () => callable.listServers(agent.served.name);
    return {
      ...agent,
      ...(servers && { servers: { ...servers, listCalled } }),
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
  { definition, onError }: LoadedFolder,
  path: string,
  { model, env, isOwn, trust }: Omit<OpenAgentOptions, 'writeError'>,
): Promise<ChatAgent> {
  const { createAgentChoices } = await import('#agents/agent');
  const { agentExists } = await import('#agents/folder');
  const { agentId: name, limits, environments, folder } = definition;
  const environment = environments.default;
  const choices = createAgentChoices(definition, omitUndefined({ model, env }), Date.now);
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
    ...(canSave && {
      saveSettings: (settings: JsonObject) => writeSettings(folder, settings, { env, trust }),
    }),
    onError,
    useSessions: definition.useSessions,
    useVectors: definition.useVectors,
    useVersions: definition.useVersions,
    close: () => definition.close(),
  };
}

function isSingleFile(path: string): boolean {
  return /\.(?:ya?ml|mdt?)$/.test(path);
}

async function writeSettings(
  { path }: AgentFolder,
  settings: JsonObject,
  { env, trust }: Pick<OpenAgentOptions, 'env' | 'trust'>,
): Promise<string> {
  const { applyEdit, fileStorage, planSettingsEdit, readAgentFolder } =
    await import('#agents/folder');
  const storage = fileStorage(path);
  const edit = await planSettingsEdit(storage, settings);
  if (trust) await trust.renew(readAgentFolder(path, { env }), settings);
  await applyEdit(storage, edit);
  return path;
}
