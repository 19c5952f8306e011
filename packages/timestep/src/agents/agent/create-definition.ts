import { randomUUID } from 'node:crypto';
import { omitUndefined } from '#core';
import type { SessionStore, VectorStore } from '#engine/port';
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
  parseVariables,
  getDisplayPath,
  collectAllows,
  parseFolderOrThrow,
  removeAllows,
  readStoredSecrets,
  nameToAgentId,
} from '#agents/folder';
import type { EnvironmentVariables } from '#agents/model';
import { type AnsweringAgent, createAgentChoices } from './agent-choices.ts';
import type { LoadFolderOptions, AgentDefinition } from './agent-definition.ts';
import { type AgentVersions, trackAgentVersions } from './agent-versions.ts';
import { type VersionDeps, createAgentVersion, createCallTools } from './create-agent-version.ts';
import { createLiveAgentTools, createLiveEnvironment } from './live-environment.ts';
import { createServerSampling } from './server-sampling.ts';

/** Milliseconds until an unused server is closed, because earlier tasks may still use it. */
const IDLE_MS = 10 * 60_000;

export function getSecretReferencesAndVariables(
  files: AgentFiles,
  { env = process.env }: ReadFolderOptions,
): { readonly references: readonly string[]; readonly env: EnvironmentVariables } {
  return { references: listSecretReferences(files), env: { ...env, ...parseVariables(files) } };
}

const trustAll = (): boolean => true;

/**
 * Parses files. Removes their permissions if the program does not trust them. Throws `FolderError`.
 */
function parseFilesWithTrust(
  files: AgentFiles,
  stored: StoredSecrets,
  path: string,
  { env = process.env, tools = {}, trusts = trustAll }: LoadFolderOptions,
): AgentFolder {
  const toolNames = Object.keys(tools);
  const folder = parseFolderOrThrow(files, { env, stored, ifMissing: 'mistake', toolNames });
  const allows = collectAllows(folder);
  return !allows || trusts(allows, path) ? folder : removeAllows(folder);
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
  let sessions: SessionStore | Promise<SessionStore> | undefined;
  let vectors: VectorStore | Promise<VectorStore> | undefined;
  const deps: VersionDeps = {
    location,
    servers: pool,
    sessions: () => sessions,
    vectors: () => vectors,
  };
  const parseFiles = (from: AgentFiles): AgentFolder =>
    parseFilesWithTrust(from, stored, path, options);
  const folder = parseFiles(files);
  const version = createAgentVersion(deps, folder, options);
  const versions: AgentVersions = trackAgentVersions(
    location,
    { files, version },
    async (changed) => {
      const named = getSecretReferencesAndVariables(changed, options);
      stored = await readStoredSecrets(named.references, named.env, stored);
      const next = createAgentVersion(deps, parseFiles(changed), options);
      pool.closeOthersWhenIdle(next.folder.servers, IDLE_MS);
      onChanged?.(next.folder);
      return next;
    },
    onBroken,
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
