import { randomUUID } from 'node:crypto';
import {
  createEditHistory,
  createOperatorFiles,
  createOperatorServers,
  createServerPool,
  listOperatorInternalTools,
  type MissingTool,
  type ServerPool,
} from '../agent-tools/index.ts';
import type { JsonObject, Limits } from '../../core/index.ts';
import type { AgentTools, ToolSet } from '../../engine/tools/index.ts';
import {
  getDisplayPath,
  listSecretReferences,
  nameToAgentId,
  parseFolderOrThrow,
  parseVariables,
  readAgentFiles,
  readAgentFilesSync,
  readStoredSecrets,
  readStoredSecretsSync,
  toAgentLocation,
  type AgentCalls,
  type AgentFiles,
  type AgentFolder,
  type AgentLocation,
  type AgentSource,
  type CardFacts,
  type CardSkill,
  type ReadFolderOptions,
  type StoredSecrets,
} from '../folder/index.ts';
import type {
  AgentChoices,
  AgentFn,
  LoginStore,
  OperatorFiles,
  OperatorServers,
  ServerLine,
  SessionStore,
  VectorStore,
} from '../../engine/port/index.ts';
import { createAgentChoices } from './agent-choices.ts';
import { trackAgentVersions, type AgentVersions } from './agent-versions.ts';
import { createAgentVersion, createCallTools, type VersionDeps } from './create-agent-version.ts';
import type { FolderModelOptions } from './folder-model.ts';
import {
  createLiveAgentTools,
  createLiveEnvironment,
  type LiveEnvironment,
} from './live-environment.ts';
import { createServerSampling } from './server-sampling.ts';

/** Options for loading an agent's folder, some of which replace parts of it. */
export interface LoadFolderOptions extends FolderModelOptions {
  /**
   * Tools of this process, under their own names, in addition to the tools of the folder's servers.
   */
  readonly tools?: ToolSet;
  /**
   * Creates the tools with which the agent calls other agents that it names. If undefined, it has
   * no such tools.
   */
  readonly agentCalls?: AgentCalls;
  /** Called once for each server or tool that becomes unavailable. */
  readonly onLeftOut?: (leftOut: MissingTool) => void;
  /**
   * Called with each line that a server writes to standard error or sends as a log message, with
   * secrets masked.
   */
  readonly onServerLine?: (server: string, line: ServerLine) => void;
  /** The logins of the user who runs the agent, for servers that require a login. */
  readonly logins?: LoginStore;
  /**
   * Whether the files are watched for changes. If false, they are checked only when a task starts.
   */
  readonly watch?: boolean;
  /** Called with the error of changed files that are invalid. The last valid files stay in use. */
  readonly onBroken?: (why: unknown) => void;
  /** Called with the new folder after its files have changed. */
  readonly onChanged?: (folder: AgentFolder) => void;
}

/** An agent created from a folder, ready to be served: `new Agent(definition)`. */
export interface AgentDefinition {
  /** The agent's name in lower case, in a form for URLs. */
  readonly agentId: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly skills: readonly CardSkill[];
  /** Other facts for the agent's card. Undefined if the files contain none. */
  readonly card?: CardFacts;
  /** JSON Schema of the final answers, according to the files at the time of loading. */
  readonly output?: JsonObject;
  /** The model, without instructions. The toolset provides the instructions. */
  readonly model: AgentFn;
  readonly limits: Partial<Limits>;
  /**
   * Tools run on the server, because the folder names their servers and callers do not know them.
   */
  readonly toolSite: 'server';
  readonly environments: { readonly default: LiveEnvironment };
  /** `none` if each message is answered separately, as for agents without a user. */
  readonly history?: 'none';
  /** `hidden` if callers see only results, as for agents without a user. */
  readonly toolCalls?: 'hidden';
  /** Tools that the agent offers to other agents. Undefined unless its mode is `tools`. */
  readonly agentTools?: AgentTools;
  /** The agent's files, for operators. */
  readonly files: OperatorFiles;
  /** Status of the folder's MCP servers, according to its current files. */
  readonly servers: OperatorServers;
  /** What sessions may choose for the agent, according to its current files. */
  readonly choices: AgentChoices;
  /** The folder at the time of loading. */
  readonly folder: AgentFolder;
  /**
   * Checks the files and returns the current folder. If the files are invalid, returns the last
   * valid folder.
   */
  refresh(): Promise<AgentFolder>;
  /**
   * Sets the store of the sessions of the agent's tasks, so that its tools can read them and change
   * their context. Tools wait for a promise. `serve` calls this.
   */
  readonly useSessions: (sessions: SessionStore | Promise<SessionStore>) => void;
  /**
   * Sets the store for embedding vectors, if the folder names an embedding model. `serve` calls
   * this. Without a store, each process computes the vectors again.
   */
  readonly useVectors: (vectors: VectorStore | Promise<VectorStore>) => void;
  /**
   * Closes the processes and connections of the folder's servers. Call it when the agent is no
   * longer used.
   */
  close(): Promise<void>;
}

/**
 * Milliseconds until an unused server is closed after the folder stopped naming it. Tasks that
 * started before may still use it.
 */
const IDLE_MS = 10 * 60_000;

/**
 * Loads an agent from a folder, or from a single YAML or Markdown file. A change of its files
 * applies to tasks that start later. Throws `FolderError`, which names file, line and field, and
 * `ModelError` if the model's key is missing. Servers are connected when the first task starts.
 */
export function loadAgentFolder(path: string, options: LoadFolderOptions = {}): AgentDefinition {
  const files = readAgentFilesSync(path);
  const { references, env } = getSecretReferences(files, options);
  return createDefinition(
    toAgentLocation(path),
    files,
    readStoredSecretsSync(references, env),
    options,
  );
}

/**
 * Loads an agent from any storage, without blocking the process. Rejects with `FolderError` and
 * `ModelError`.
 */
export async function loadAgent(
  source: AgentSource,
  options: LoadFolderOptions = {},
): Promise<AgentDefinition> {
  const location = toAgentLocation(source);
  const files = await readAgentFiles(location);
  const { references, env } = getSecretReferences(files, options);
  return createDefinition(location, files, await readStoredSecrets(references, env), options);
}

function getSecretReferences(files: AgentFiles, { env = process.env }: ReadFolderOptions) {
  return { references: listSecretReferences(files), env: { ...env, ...parseVariables(files) } };
}

function createDefinition(
  location: AgentLocation,
  files: AgentFiles,
  firstStored: StoredSecrets,
  options: LoadFolderOptions,
): AgentDefinition {
  const { onBroken, onChanged, onLeftOut, onServerLine, logins, env = process.env } = options;
  const pool = createServerPool({
    sampling: (server) => createServerSampling(server, () => versions.getCurrent(), randomUUID),
    location: getDisplayPath(location.storage, location.entry ?? ''),
    ...(logins && { logins }),
    ...(onLeftOut && { onLeftOut }),
    ...(onServerLine && { onServerLine }),
  });
  let stored = firstStored;
  let sessions: SessionStore | Promise<SessionStore> | undefined;
  let vectors: VectorStore | Promise<VectorStore> | undefined;
  const deps: VersionDeps = {
    location,
    servers: pool,
    sessions: () => sessions,
    vectors: () => vectors,
  };
  const parseFiles = (from: AgentFiles): AgentFolder =>
    parseFolderOrThrow(from, { env, stored, ifMissing: 'mistake' });
  const folder = parseFiles(files);
  const version = createAgentVersion(deps, folder, options);
  const versions: AgentVersions = trackAgentVersions(
    location,
    { files, version },
    {
      async createVersion(changed) {
        const named = getSecretReferences(changed, options);
        stored = await readStoredSecrets(named.references, named.env, stored);
        const next = createAgentVersion(deps, parseFiles(changed), options);
        pool.closeOthersWhenIdle(next.folder.servers, IDLE_MS);
        onChanged?.(next.folder);
        return next;
      },
      ...(onBroken && { onBroken }),
    },
  );
  const unwatch = options.watch ? location.storage.watch(() => void versions.refresh()) : undefined;
  const { name, description = name, cardSkills, card } = folder;
  const answering = createAnsweringParts(versions, pool, folder);
  return {
    ...answering,
    choices: createAgentChoices(answering, options, Date.now),
    agentId: nameToAgentId(name),
    name,
    description,
    version: folder.version,
    skills: cardSkills,
    ...(card && { card }),
    ...(folder.output && { output: folder.output }),
    limits: toLimits(folder),
    toolSite: 'server',
    ...createOperatorParts(versions, deps, options),
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

/** Creates the parts of an agent that operators see and change, according to its current files. */
function createOperatorParts(
  versions: AgentVersions,
  { location, servers: pool }: VersionDeps,
  { agentCalls }: LoadFolderOptions,
): Pick<AgentDefinition, 'files' | 'servers'> {
  const operated = {
    location,
    folder: () => versions.getCurrent().folder,
    refresh: () => versions.refresh(),
    history: createEditHistory(),
  };
  return {
    files: createOperatorFiles(operated),
    servers: createOperatorServers({
      ...operated,
      pool,
      internal() {
        const now = versions.getCurrent().folder;
        return listOperatorInternalTools(now, createCallTools(now, agentCalls));
      },
      newKey: randomUUID,
    }),
  };
}

/** Creates the parts of an agent that answer messages, according to its current files. */
function createAnsweringParts(
  versions: AgentVersions,
  pool: ServerPool,
  folder: AgentFolder,
): Pick<AgentDefinition, 'folder' | 'model' | 'environments' | 'refresh'> {
  return {
    folder,
    model: (messages, context) =>
      versions.getVersionOfTask(context.task.id).model(messages, context),
    environments: { default: createLiveEnvironment(versions, pool) },
    refresh: async () => (await versions.refresh()).folder,
  };
}

function toLimits({ settings }: AgentFolder): Partial<Limits> {
  return settings.maxSteps === undefined ? {} : { max_steps: settings.maxSteps };
}
