import { randomUUID } from 'node:crypto';
import { omitUndefined } from '#core';
import type { AgentVersionStore, SessionStore, VectorStore } from '#engine/port';
import {
  createServerPool,
  createEditHistory,
  createOperatorFiles,
  createOperatorServers,
  listOperatorInternalTools,
} from '#agents/agent-tools';
import {
  type AgentFiles,
  type ReadFolderOptions,
  type AgentLocation,
  type StoredSecrets,
  type AgentFolder,
  listSecretReferences,
  parseEnvironmentFile,
  getDisplayPath,
  collectGrants,
  parseFolderOrThrow,
  removeGrants,
  readAgentFiles,
  readStoredSecrets,
  nameToAgentId,
} from '#agents/folder';
import type { EnvironmentVariables } from '#agents/model';
import { type AnsweringAgent, createAgentChoices } from './agent-choices.ts';
import type { LoadFolderOptions, AgentDefinition } from './agent-definition.ts';
import { type AgentVersion, type AgentVersions, trackAgentVersions } from './agent-versions.ts';
import { type VersionDeps, createAgentVersion, createCallTools } from './create-agent-version.ts';
import { createLiveAgentTools, createLiveEnvironment } from './live-environment.ts';
import { addDenials, markUnusableServers, toVersionFiles } from './kept-version.ts';
import { createServerSampling } from './server-sampling.ts';
import {
  createAgentVersionFinder,
  type FindTaskVersion,
  type TaskVersionDeps,
} from './task-versions.ts';

/** Milliseconds until an unused server is closed, because earlier tasks may still use it. */
const IDLE_MS = 10 * 60_000;

export function getSecretReferencesAndVariables(
  files: AgentFiles,
  { env = process.env }: ReadFolderOptions,
): { readonly references: readonly string[]; readonly env: EnvironmentVariables } {
  return {
    references: listSecretReferences(files),
    env: { ...env, ...parseEnvironmentFile(files) },
  };
}

const trustAll = (): boolean => true;

/**
 * Parses files. Removes their permissions if the program does not trust them. Throws `FolderError`.
 */
function parseFilesWithoutUntrustedGrants(
  files: AgentFiles,
  stored: StoredSecrets,
  path: string,
  { env = process.env, tools = {}, trusts = trustAll }: LoadFolderOptions,
): AgentFolder {
  const toolNames = Object.keys(tools);
  const folder = parseFolderOrThrow(files, { env, stored, ifMissing: 'mistake', toolNames });
  const allows = collectGrants(folder);
  return !allows || trusts(allows, path) ? folder : removeGrants(folder);
}

/** The stores that a backend gives to an agent when it opens. */
interface GivenStores extends Pick<VersionDeps, 'sessions' | 'vectors'> {
  readonly versions: TaskVersionDeps['store'];
  readonly users: Pick<AgentDefinition, 'useSessions' | 'useVectors' | 'useVersions'>;
}

function createGivenStores(): GivenStores {
  let sessions: SessionStore | Promise<SessionStore> | undefined;
  let vectors: VectorStore | Promise<VectorStore> | undefined;
  let versions: Promise<AgentVersionStore | undefined> = Promise.resolve(undefined);
  return {
    sessions: () => sessions,
    vectors: () => vectors,
    versions: () => versions,
    users: {
      useSessions(store) {
        sessions = store;
      },
      useVectors(store) {
        vectors = store;
      },
      useVersions(store) {
        versions = store;
      },
    },
  };
}

/** Dependencies for restoring an earlier version of an agent, with whose files a task began. */
interface RestoreDeps extends Pick<TaskVersionDeps, 'store'> {
  readonly getCurrent: () => { readonly stored: StoredSecrets; readonly now: AgentFolder };
  readonly createVersion: (files: AgentFiles, folder: AgentFolder) => AgentVersion;
}

/**
 * Finds the agent version with which a task began, and rebuilds it from the stored files with the present
 * secrets.
 */
function createTaskVersionFinder(
  location: AgentLocation,
  path: string,
  options: LoadFolderOptions,
  { store, getCurrent, createVersion }: RestoreDeps,
): FindTaskVersion {
  return createAgentVersionFinder({
    store,
    async restore(texts) {
      const { files, unusable } = toVersionFiles(texts, await readAgentFiles(location));
      const { references, env } = getSecretReferencesAndVariables(files, options);
      const { stored, now } = getCurrent();
      const secrets = await readStoredSecrets(references, env, stored);
      const parsed = parseFilesWithoutUntrustedGrants(files, secrets, path, options);
      const earlier = markUnusableServers(parsed, unusable);
      return createVersion(files, addDenials(earlier, now));
    },
    onBroken: (why) => options.onBroken?.(why),
  });
}

export function createAgentDefinition(
  location: AgentLocation,
  files: AgentFiles,
  firstStored: StoredSecrets,
  options: LoadFolderOptions,
): AgentDefinition {
  const { onBroken, onChanged, onLeftOut, onServerLine, onSlowStart, logins } = options;
  const path = getDisplayPath(location.storage, location.entry ?? '');
  const pool = createServerPool({
    sampling: (server) => createServerSampling(server, () => versions.getCurrent(), randomUUID),
    location: path,
    ...omitUndefined({ logins, onLeftOut, onServerLine, onSlowStart }),
  });
  let stored = firstStored;
  const stores = createGivenStores();
  const deps: VersionDeps = {
    location,
    servers: pool,
    sessions: stores.sessions,
    vectors: stores.vectors,
  };
  const parseFiles = (from: AgentFiles): AgentFolder =>
    parseFilesWithoutUntrustedGrants(from, stored, path, options);
  const createVersion = (from: AgentFiles, parsed: AgentFolder): AgentVersion =>
    createAgentVersion(deps, { folder: parsed, files: from }, options);
  const folder = parseFiles(files);
  const version = createVersion(files, folder);
  const versions: AgentVersions = trackAgentVersions(
    location,
    { files, version },
    async (changed) => {
      const named = getSecretReferencesAndVariables(changed, options);
      stored = await readStoredSecrets(named.references, named.env, stored);
      const next = createVersion(changed, parseFiles(changed));
      pool.closeOthersWhenIdle(next.folder.servers, IDLE_MS);
      onChanged?.(next.folder);
      return next;
    },
    onBroken,
    createTaskVersionFinder(location, path, options, {
      store: stores.versions,
      getCurrent: () => ({ stored, now: versions.getCurrent().folder }),
      createVersion,
    }),
  );
  const unwatch = options.watch ? location.storage.watch(() => void versions.reload()) : undefined;
  const { name, description = name, cardSkills, card } = folder;
  const answering: AnsweringAgent = {
    folder,
    model: (messages, context) =>
      versions.getVersionOfTask(context.task.id).model(messages, context),
    environments: { default: createLiveEnvironment(versions, pool) },
    refresh: async () => (await versions.reload()).folder,
  };
  return {
    ...answering,
    choices: createAgentChoices(answering, options, Date.now),
    agentId: nameToAgentId(name),
    name,
    description,
    version: folder.version,
    skills: cardSkills,
    ...omitUndefined({ card, output: folder.output }),
    limits: omitUndefined({
      max_steps: folder.settings.maxSteps,
      model_patience_s: folder.settings.modelPatienceS,
    }),
    toolSite: 'server',
    ...createOperatorFilesAndServers(versions, deps, options),
    ...(folder.mode !== 'interactive' && { history: 'none', toolCalls: 'hidden' }),
    ...(folder.mode === 'tools' && { agentTools: createLiveAgentTools(versions) }),
    ...stores.users,
    async close() {
      unwatch?.();
      await pool.close();
    },
  };
}

function createOperatorFilesAndServers(
  versions: AgentVersions,
  { location, servers: pool }: VersionDeps,
  { agentCalls }: LoadFolderOptions,
): Pick<AgentDefinition, 'files' | 'servers'> {
  const operated = {
    location,
    folder: () => versions.getCurrent().folder,
    refresh: () => versions.reload(),
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
