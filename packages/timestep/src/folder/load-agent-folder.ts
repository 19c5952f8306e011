import { randomUUID } from 'node:crypto';
import type { Limits } from '../core/index.ts';
import type { AgentTools, ToolSet } from '../environment/index.ts';
import type {
  AgentChoices,
  AgentFn,
  AgentStorage,
  LoginStore,
  OperatorFiles,
  OperatorServers,
  ServerLine,
  SessionStore,
  VectorStore,
} from '../port/index.ts';
import { createAgentChoices } from './agent-choices.ts';
import {
  readAgentFiles,
  readAgentFilesSync,
  toAgentLocation,
  getDisplayPath,
  type AgentFiles,
  type AgentLocation,
  type AgentSource,
} from './agent-files.ts';
import type { AgentFolder, CardFacts, CardSkill } from './agent-folder.ts';
import { nameToAgentId } from './agent-id.ts';
import { SKILL } from './agent-paths.ts';
import { createLiveAgentTools } from './agent-tools.ts';
import { withoutUserQuestions } from './without-user-questions.ts';
import { withAskUserTool } from './ask-user-environment.ts';
import type { AgentCalls } from './called-agents.ts';
import { withContextSelection } from './context-selection.ts';
import { createContextSelectionOptions } from './context-selection-options.ts';
import { trackAgentVersions, type AgentVersion, type AgentVersions } from './agent-versions.ts';
import { withFormerCalls } from './former-calls.ts';
import { openFolderEnvironment, type FolderEnvironment } from './folder-environment.ts';
import { loadSkill, loadSkillResource } from './edit-skills.ts';
import type { CallsOfAgent } from './internal/agent-call-tools.ts';
import { withInternalTools } from './internal/internal-environment.ts';
import { withPermissionRules } from './permission-environment.ts';
import { listSecretReferences, parseVariables } from './folder-from-files.ts';
import { internalTools } from './operate/internal-tools.ts';
import { editHistory } from './operate/edit-history.ts';
import { operatorFiles } from './operate/operator-files.ts';
import { operatorServers } from './operate/operator-servers.ts';
import { createFolderModel, type FolderModelOptions } from './folder-model.ts';
import type { MissingTool } from './missing-tools.ts';
import { createLiveEnvironment, type LiveEnvironment } from './live-environment.ts';
import { withProcessTools } from './process-tools.ts';
import { parseFolderOrThrow, type ReadFolderOptions } from './read-agent-folder.ts';
import { readStoredSecrets, readStoredSecretsSync, type StoredSecrets } from './secrets.ts';
import { createServerSampling } from './server-sampling.ts';
import { createServerPool, type ServerPool } from './server-pool.ts';

/** What replaces parts of an agent's folder. */
export interface LoadFolderOptions extends FolderModelOptions {
  /** Tools of this process, beside those of the folder's servers, under their own names. */
  readonly tools?: ToolSet;
  /** Makes the tools with which it calls the agents that it names; without it there are none. */
  readonly agentCalls?: AgentCalls;
  /** Receives each server or tool that is left out, once until it is there again. */
  readonly onLeftOut?: (leftOut: MissingTool) => void;
  /** Receives each line that a server writes to standard error or sends to be logged, masked. */
  readonly onServerLine?: (server: string, line: ServerLine) => void;
  /** The logins of the person who runs the agent, for servers that want one. */
  readonly logins?: LoginStore;
  /** Looks at the files whenever they change, and not only when a task begins. */
  readonly watch?: boolean;
  /** Receives why changed files cannot be used; the last good ones stay in use until they can. */
  readonly onBroken?: (why: unknown) => void;
  /** Receives the agent as its changed files say. */
  readonly onChanged?: (folder: AgentFolder) => void;
}

/** An agent made of a folder, ready to be served: `new Agent(definition)`. */
export interface AgentDefinition {
  /** The name in lower case, as it fits into addresses. */
  readonly agentId: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly skills: readonly CardSkill[];
  /** What else the card says; absent where the files say nothing of it. */
  readonly card?: CardFacts;
  /** The model, without instructions: the environment gives those. */
  readonly model: AgentFn;
  readonly limits: Partial<Limits>;
  /** Tools run where the agent runs: its folder names the servers, and callers do not know them. */
  readonly toolSite: 'server';
  readonly environments: { readonly default: LiveEnvironment };
  /** Present where each message is answered by itself: of agents that work without a person. */
  readonly history?: 'none';
  /** Present where callers see results alone: of agents that work without a person. */
  readonly toolCalls?: 'hidden';
  /** What the agent is for others; present where its mode is `tools`. */
  readonly agentTools?: AgentTools;
  /** Its files, for operators. */
  readonly files: OperatorFiles;
  /** How the MCP servers of the folder are, as its files are now. */
  readonly servers: OperatorServers;
  /** What conversations may choose of the agent, as its files are now. */
  readonly choices: AgentChoices;
  /** The folder as it was when it was loaded. */
  readonly folder: AgentFolder;
  /** The folder as it is now; of files that cannot be used, as they were before. */
  refresh(): Promise<AgentFolder>;
  /**
   * Says where the sessions of its tasks are kept, so that its tools can look at them and change what
   * they include; where that is a promise, they wait. `serve` calls this.
   */
  readonly useSessions: (sessions: SessionStore | Promise<SessionStore>) => void;
  /**
   * Says where the vectors of what it chooses from are kept, for a folder that names a model for
   * embeddings. `serve` calls this; without it they are made anew in each process.
   */
  readonly useVectors: (vectors: VectorStore | Promise<VectorStore>) => void;
  /**
   * Ends the processes and connections of the folder's servers. Call it when the agent is no longer
   * used.
   */
  close(): Promise<void>;
}

/** A server that a changed folder no longer names may still be used by tasks that began before. */
const IDLE_MS = 10 * 60_000;

/**
 * Makes an agent of a folder, or of a single file of YAML or Markdown. A change of its files holds for
 * tasks that begin later. Throws `FolderError` naming file, line and field, and `ModelError` where the
 * model's key is missing; servers are connected to with the first task.
 */
export function loadAgentFolder(path: string, options: LoadFolderOptions = {}): AgentDefinition {
  const files = readAgentFilesSync(path);
  const { references, env } = secretsNamedBy(files, options);
  return definitionOf(toAgentLocation(path), files, readStoredSecretsSync(references, env), options);
}

/**
 * The same for an agent in any storage, which is read without keeping the process waiting. Rejects
 * with `FolderError` and `ModelError`.
 */
export async function loadAgent(
  source: AgentSource,
  options: LoadFolderOptions = {},
): Promise<AgentDefinition> {
  const place = toAgentLocation(source);
  const files = await readAgentFiles(place);
  const { references, env } = secretsNamedBy(files, options);
  return definitionOf(place, files, await readStoredSecrets(references, env), options);
}

function secretsNamedBy(files: AgentFiles, { env = process.env }: ReadFolderOptions) {
  return { references: listSecretReferences(files), env: { ...env, ...parseVariables(files) } };
}

function definitionOf(
  place: AgentLocation,
  files: AgentFiles,
  firstStored: StoredSecrets,
  options: LoadFolderOptions,
): AgentDefinition {
  const { onBroken, onChanged, onLeftOut, onServerLine, logins, env = process.env } = options;
  const pool = createServerPool({
    sampling: (server) => createServerSampling(server, () => versions.current(), randomUUID),
    location: getDisplayPath(place.storage, place.entry ?? ''),
    ...(logins && { logins }),
    ...(onLeftOut && { onLeftOut }),
    ...(onServerLine && { onServerLine }),
  });
  let stored = firstStored;
  let sessions: SessionStore | Promise<SessionStore> | undefined;
  let vectors: VectorStore | Promise<VectorStore> | undefined;
  const surroundings: VersionSite = {
    place,
    servers: pool,
    sessions: () => sessions,
    vectors: () => vectors,
  };
  const read = (from: AgentFiles): AgentFolder =>
    parseFolderOrThrow(from, { env, stored, ifMissing: 'mistake' });
  const folder = read(files);
  const version = versionOf(surroundings, folder, options);
  const versions: AgentVersions = trackAgentVersions(
    place,
    { files, version },
    {
      async make(changed) {
        const named = secretsNamedBy(changed, options);
        stored = await readStoredSecrets(named.references, named.env, stored);
        const next = versionOf(surroundings, read(changed), options);
        pool.keepOnly(next.folder.servers, IDLE_MS);
        onChanged?.(next.folder);
        return next;
      },
      ...(onBroken && { onBroken }),
    },
  );
  const unwatch = options.watch ? place.storage.watch(() => void versions.refresh()) : undefined;
  const { name, description = name, cardSkills, card } = folder;
  const answering = answeringOf(versions, pool, folder);
  return {
    ...answering,
    choices: createAgentChoices(answering, options, Date.now),
    agentId: nameToAgentId(name),
    name,
    description,
    version: folder.version,
    skills: cardSkills,
    ...(card && { card }),
    limits: limitsOf(folder),
    toolSite: 'server',
    ...operatedOf(versions, surroundings, options),
    ...(folder.mode !== 'interactive' && { history: 'none', toolCalls: 'hidden' }),
    ...(folder.mode === 'tools' && { agentTools: createLiveAgentTools(versions) }),
    useSessions(store) {
      sessions = store;
    },
    useVectors(store) {
      vectors = store;
    },
    async close() {
      unwatch?.();
      await pool.close();
    },
  };
}

/** The parts of an agent that operators see and change, as its files are now. */
function operatedOf(
  versions: AgentVersions,
  { place, servers: pool }: VersionSite,
  { agentCalls }: LoadFolderOptions,
): Pick<AgentDefinition, 'files' | 'servers'> {
  const operated = {
    place,
    folder: () => versions.current().folder,
    refresh: () => versions.refresh(),
    history: editHistory(),
  };
  return {
    files: operatorFiles(operated),
    servers: operatorServers({
      ...operated,
      pool,
      internal() {
        const now = versions.current().folder;
        return internalTools(now, callsOf(now, agentCalls));
      },
      newKey: randomUUID,
    }),
  };
}

/** What answers for an agent, as its files are now. */
function answeringOf(
  versions: AgentVersions,
  pool: ServerPool,
  folder: AgentFolder,
): Pick<AgentDefinition, 'folder' | 'model' | 'environments' | 'refresh'> {
  return {
    folder,
    model: (messages, context) => versions.ofTask(context.task.id).model(messages, context),
    environments: { default: createLiveEnvironment(versions, pool) },
    refresh: async () => (await versions.refresh()).folder,
  };
}

async function readSkill(
  storage: AgentStorage,
  folder: AgentFolder,
  name: string,
  file: string | undefined,
): Promise<string | undefined> {
  const skill = folder.skills.find((one) => one.name === name);
  if (!skill) return undefined;
  if (file !== undefined && file !== SKILL) return loadSkillResource(storage, skill, file);
  const { text, resources } = await loadSkill(storage, skill);
  return resources.length === 0 ? text : `${text}\n\nFiles: ${resources.join(', ')}`;
}

/** What all versions of an agent have in common. */
interface VersionSite {
  readonly place: AgentLocation;
  readonly servers: ServerPool;
  readonly sessions: () => SessionStore | Promise<SessionStore> | undefined;
  readonly vectors: () => VectorStore | Promise<VectorStore> | undefined;
}

function versionOf(
  { place, servers, sessions, vectors }: VersionSite,
  folder: AgentFolder,
  options: LoadFolderOptions,
): AgentVersion {
  const ofServers = openFolderEnvironment(folder, { servers });
  const withTools: FolderEnvironment = options.tools
    ? withProcessTools(ofServers, options.tools, folder)
    : ofServers;
  const judged = withPermissionRules(withTools, folder.permissions);
  const calls = callsOf(folder, options.agentCalls);
  const changing = withInternalTools(judged, folder, {
    place,
    servers,
    sessions,
    now: Date.now,
    ...(calls && { calls }),
  });
  const chosen = withContextSelection(withAskUserTool(changing, folder), folder, {
    ...createContextSelectionOptions(folder, options, vectors),
    readSkill: (name, file) => readSkill(place.storage, folder, name, file),
  });
  const asking = withoutUserQuestions(chosen, folder.mode);
  const environment = withFormerCalls(asking, folder.internalServers);
  return { folder, model: createFolderModel(folder, options), environment };
}

/** A person is beside an interactive agent alone. */
function callsOf(
  { agents, mode }: AgentFolder,
  make: AgentCalls | undefined,
): CallsOfAgent | undefined {
  return make && agents && ((shown) => make({ agents, asks: mode === 'interactive', shown }));
}

function limitsOf({ settings }: AgentFolder): Partial<Limits> {
  return settings.maxSteps === undefined ? {} : { max_steps: settings.maxSteps };
}
