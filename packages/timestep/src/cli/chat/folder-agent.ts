import type { ItemKind, ItemLine } from '../../chat/index.ts';
import { limitsFrom, type JsonObject, type Session } from '../../core/index.ts';
import type { AgentDefinition, AgentFolder, Note } from '../../folder/index.ts';
import type { EnvironmentVariables } from '../../model/index.ts';
import { openCallable } from '../callable-agents.ts';
import { usage } from '../command-error.ts';
import { loadFolder, type ServedFolder } from '../served-folder.ts';
import { CHAT_LIMITS, type ConversationAgent, type OpenAgentOptions } from './chat-agent.ts';

/** The agent of a folder, or of a single file of YAML or Markdown. */
export async function agentOfFolder(
  path: string,
  options: OpenAgentOptions,
): Promise<ConversationAgent> {
  const { model, complain } = options;
  const callable = await openCallable([path], model, options);
  try {
    const loaded = await loadFolder(path, model, complain, callable.load);
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
  { model, env: given, isOwn }: Omit<OpenAgentOptions, 'complain'>,
): Promise<ConversationAgent> {
  const { createAgent, localAgent, modelFromEnv } = await import('../../model/index.ts');
  const { agentExists } = await import('../../folder/index.ts');
  const { agentId: name, limits, environments, folder } = definition;
  const environment = environments.default;
  let newest = folder;
  const refreshed = async (): Promise<AgentFolder> => (newest = await definition.refresh());
  const env = (): EnvironmentVariables => ({ ...given, ...newest.env });
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
    models: {
      own: () => model ?? newest.settings.model ?? modelFromEnv(env()),
      env,
      check(next) {
        if (!localAgent(next, refuseScript)) createAgent({ model: next, env: env() });
      },
    },
    answers: definition.model,
    items: async (kind, session) => itemsOf(await refreshed(), kind, session, definition),
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

function refuseScript(): never {
  throw usage('a session cannot name a script: write it into settings.model of the folder');
}

async function save({ path }: AgentFolder, settings: JsonObject): Promise<string> {
  const { applyEdit, fileStorage, setSettings } = await import('../../folder/index.ts');
  const storage = fileStorage(path);
  await applyEdit(storage, await setSettings(storage, settings));
  return path;
}

async function itemsOf(
  folder: AgentFolder,
  kind: ItemKind,
  session: Session,
  { environments }: AgentDefinition,
): Promise<readonly ItemLine[]> {
  const inSession = (name: string): Pick<ItemLine, 'inSession'> => choiceOf(session, kind, name);
  switch (kind) {
    case 'rule':
    case 'reference': {
      const notes = kind === 'rule' ? folder.rules : folder.references;
      return notes.map((note) => ({ ...lineOfNote(note), ...inSession(note.name) }));
    }
    case 'skill':
      return folder.skills.map(({ name, description }) => ({
        name,
        description,
        include: 'agent',
        ...inSession(name),
      }));
    case 'tool':
      return (await environments.default.choices()).map(({ schema, include }) => {
        const { name, description } = schema.function;
        return {
          name,
          ...(description !== undefined && { description }),
          include,
          ...inSession(name),
          needsApproval: needsApproval(session, name, schema.needsApproval ?? false),
        };
      });
  }
}

function lineOfNote({ name, description, include }: Note): ItemLine {
  return { name, ...(description !== undefined && { description }), include };
}

function choiceOf(session: Session, kind: ItemKind, name: string): Pick<ItemLine, 'inSession'> {
  const isIt = (item: Session['include'][number]): boolean =>
    item.kind === kind && item.name === name;
  if (session.exclude.some(isIt)) return { inSession: 'excluded' };
  return session.include.some(isIt) ? { inSession: 'included' } : {};
}

/** What permissions of the folder say of single calls depends on their arguments. */
function needsApproval(session: Session, name: string, ofTool: boolean): boolean {
  const { permitted, settings } = session;
  if (permitted.includes(name) || settings.toolPermission === 'never') return false;
  return settings.toolPermission === 'always' || ofTool;
}
