import { randomUUID } from 'node:crypto';
import type { JsonObject, Limits } from '../../core/index.ts';
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
import type { AgentTools, ToolSet } from '../../engine/tools/index.ts';
import {
  createEditHistory,
  createOperatorFiles,
  createOperatorServers,
  createServerPool,
  listOperatorInternalTools,
  type MissingTool,
  type ServerPool,
} from '../agent-tools/index.ts';
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
  omitUndefined,
} from '../folder/index.ts';
import { createAgentChoices, type AnsweringAgent } from './agent-choices.ts';
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
  /** Tools of this process, under their own names. */
  readonly tools?: ToolSet;
  /** Creates the tools for calling the agents that the folder names. Default: no such tools. */
  readonly agentCalls?: AgentCalls;
  /** Called once for each server or tool that becomes unavailable. */
  readonly onLeftOut?: (leftOut: MissingTool) => void;
  /** Called with each line that a server writes to standard error or logs, with secrets masked. */
  readonly onServerLine?: (server: string, line: ServerLine) => void;
  /** The logins of the user who runs the agent, for servers that require a login. */
  readonly logins?: LoginStore;
  /** If false, the files are checked only when a task starts. */
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
  readonly card?: CardFacts;
  /** JSON Schema of the final answers, according to the files at the time of loading. */
  readonly output?: JsonObject;
  /** The model, without instructions. The toolset provides the instructions. */
  readonly model: AgentFn;
  readonly limits: Partial<Limits>;
  /** Callers do not know the servers of the folder. */
  readonly toolSite: 'server';
  readonly environments: { readonly default: LiveEnvironment };
  /** `none` if each message is answered separately, as for agents without a user. */
  readonly history?: 'none';
  /** `hidden` if callers see only results, as for agents without a user. */
  readonly toolCalls?: 'hidden';
  /** Tools that the agent offers to other agents. Undefined unless its mode is `tools`. */
  readonly agentTools?: AgentTools;
  readonly files: OperatorFiles;
  /** Status of the folder's MCP servers, according to its current files. */
  readonly servers: OperatorServers;
  readonly choices: AgentChoices;
  /** The folder at the time of loading. */
  readonly folder: AgentFolder;
  /** Checks the files. If they are invalid, returns the last valid folder. */
  refresh(): Promise<AgentFolder>;
  /** Sets the store of sessions for the agent's tools, which wait for a promise. */
  readonly useSessions: (sessions: SessionStore | Promise<SessionStore>) => void;
  /** Sets the store of embedding vectors. Without it, each process computes them. */
  readonly useVectors: (vectors: VectorStore | Promise<VectorStore>) => void;
  /** Closes the processes and connections of the folder's servers. */
  close(): Promise<void>;
}

/** Until a server that the folder no longer names is closed: earlier tasks may still use it. */
const IDLE_MS = 10 * 60_000;

/** Loads an agent from a folder or a single file. Throws `FolderError` and `ModelError`. */
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

/** Like `loadAgentFolder`, from any storage and without blocking. */
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
    ...omitUndefined({ logins, onLeftOut, onServerLine }),
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

function createAnsweringParts(
  versions: AgentVersions,
  pool: ServerPool,
  folder: AgentFolder,
): AnsweringAgent {
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
