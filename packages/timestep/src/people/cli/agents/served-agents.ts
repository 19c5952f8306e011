import { resolve } from 'node:path';
import type { Catalog } from '#serving/catalog';
import type { AgentFolders } from '#people/page';
import type { AgentAddress, Servable, Servables } from '#serving/server';
import { writeErrorLine } from '../output/error-writer.ts';
import type { Option, OptionValues, CommandContext } from '../command.ts';
import { createUsageError } from '../command-error.ts';
import { substituteVariables } from '../options/substitute-variables.ts';
import { watchHealthAndRequireUsable } from './agent-health.ts';
import { listsCallableAgents } from './callable-agents.ts';
import { openAgentCatalog, type FolderContext } from './folder-reports.ts';
import { openFolder } from './served-folder.ts';
import { resolveAgent } from './user-agents.ts';

export interface ServedSources {
  readonly agents: Servables;
  readonly getSource: (agentId: string) => string;
  /** Returns the agent's spec, as used by `timestep run --agent`. */
  readonly getSpec: (agentId: string) => string;
  /** Folders in which agents can be created while the server runs. */
  readonly agentFolders: AgentFolders;
  readonly onError: (thrown: unknown) => void;
  /** Starts writing a line to standard error whenever an agent is added or removed. */
  readonly startReporting: (addresses: () => readonly AgentAddress[]) => void;
  close(): Promise<void>;
}

export const AGENT_OPTIONS: Readonly<Record<string, Option>> = {
  expose: {
    value: 'NAME',
    about:
      'exposes this agent to callers; others can only be called by agents of this server (default: all)',
    isRepeated: true,
  },
  'agent-scope': {
    value: 'NAME=SCOPE',
    about: 'additional scope that access tokens need for this agent',
    isRepeated: true,
  },
  'agent-key': {
    value: 'NAME=KEY',
    about: 'separate API key for this agent, passed as NAME=${env:KEY}',
    isRepeated: true,
  },
};

/** Opens the agents to serve. Agents with errors among several become available once fixed. */
export async function openServedAgents(
  operands: readonly string[],
  values: OptionValues,
  context: FolderContext,
): Promise<ServedSources> {
  const { env, writeError } = context;
  const given = await Promise.all(operands.map((operand) => resolveAgent(operand, env)));
  const model = values.text('model');
  const access = readAgentAccess(values, env);
  const [first, ...others] = given;
  const isAlone = first !== undefined && others.length === 0 && (await isSingleAgent(first.source));
  if (isAlone && !(await listsCallableAgents([first.source]))) {
    return openServedFolder(first.source, model, access, { writeError, env });
  }
  const { catalog, onError } = await openAgentCatalog(given, model, { writeError, env });
  await watchHealthAndRequireUsable(catalog, writeError, () =>
    catalog.list().some(({ health, isExposed }) => health.state === 'ok' && isExposed !== false),
  );
  try {
    checkAgentNames(
      access,
      catalog.list().map(({ agentId }) => agentId),
    );
    return {
      agents: applyAgentAccess(catalog.servables, access),
      getSource: (agentId) => catalog.find(agentId)?.source ?? '',
      getSpec: (agentId) => sourceToSpec(catalog.find(agentId)?.source ?? ''),
      agentFolders: await findFoldersForNewAgents(catalog, given),
      onError,
      startReporting: (addresses) => reportAddedAndRemovedAgents(catalog, addresses, writeError),
      close: () => catalog.close(),
    };
  } catch (thrown) {
    await catalog.close();
    throw thrown;
  }
}

function reportAddedAndRemovedAgents(
  catalog: Catalog,
  addresses: () => readonly AgentAddress[],
  writeError: (text: string) => void,
): void {
  const byId = () => new Map(addresses().map(({ agentId, url }) => [agentId, url]));
  let before = byId();
  catalog.watch(() => {
    const now = byId();
    for (const [id, url] of now) {
      if (!before.has(id)) writeErrorLine(writeError, `added agent ${id} at ${url}`);
    }
    for (const id of before.keys()) {
      if (!now.has(id)) writeErrorLine(writeError, `removed agent ${id}`);
    }
    before = now;
  });
}

/**
 * Returns the folders in which agents can be created: those on the command line that hold several
 * agents.
 */
async function findFoldersForNewAgents(
  catalog: Catalog,
  given: readonly { readonly source: string }[],
): Promise<AgentFolders> {
  const alone = await Promise.all(given.map(({ source }) => isSingleAgent(source)));
  const folders = given.flatMap(({ source }, at) =>
    alone[at] === true || /^https?:/i.test(source) ? [] : [resolve(source)],
  );
  return {
    folders,
    findAgentPath(agentId) {
      const entry = catalog.find(agentId);
      return entry?.kind === 'path' ? entry.source : undefined;
    },
    async findAgentAt(path) {
      await catalog.refresh();
      return catalog.find(path)?.agentId;
    },
  };
}

async function isSingleAgent(source: string): Promise<boolean> {
  const { isAddress } = await import('#serving/catalog');
  if (isAddress(source)) return false;
  const { findAgents } = await import('#agents/folder');
  return findAgents(source).kind !== 'agents';
}

function sourceToSpec(source: string): string {
  return /^https?:/i.test(source) ? `a2a:${source}` : `folder:${source}`;
}

async function openServedFolder(
  path: string,
  model: string | undefined,
  access: AgentAccess,
  context: FolderContext,
): Promise<ServedSources> {
  const { createServables } = await import('#serving/server');
  const { findAgents } = await import('#agents/folder');
  const folder = await openFolder(path, model, context);
  const { agent, definition, onError } = folder;
  try {
    checkAgentNames(access, [agent.agentId]);
  } catch (thrown) {
    await folder.close();
    throw thrown;
  }
  return {
    agents: applyAgentAccess(createServables([agent]), access),
    getSource: () => definition.folder.path,
    // The spec names the agent's file, because the folder may also contain other agents.
    getSpec: () => sourceToSpec(findAgents(path).paths[0] ?? path),
    agentFolders: {
      folders: [],
      findAgentPath: () => undefined,
      findAgentAt: async () => undefined,
    },
    onError,
    startReporting: () => undefined,
    close: () => folder.close(),
  };
}

interface AgentAccess {
  /** Ids of the exposed agents; undefined exposes all. */
  readonly exposed?: ReadonlySet<string>;
  readonly keys: ReadonlyMap<string, string>;
  readonly scopes: ReadonlyMap<string, readonly string[]>;
}

function readAgentAccess(values: OptionValues, env: CommandContext['env']): AgentAccess {
  const exposed = values.texts('expose');
  const keys = values.texts('agent-key').map((given) => {
    // The error message omits the option's value, which may be the API key if its name was forgotten.
    const complaint = '--agent-key: use the form NAME=${env:KEY}';
    return splitPair(given, complaint, (key) => substituteVariables(key, env));
  });
  const scopes = new Map<string, readonly string[]>();
  for (const given of values.texts('agent-scope')) {
    const [name, scope] = splitPair(given, `--agent-scope "${given}": use the form NAME=SCOPE`);
    scopes.set(name, [...(scopes.get(name) ?? []), scope]);
  }
  if (scopes.size > 0 && values.text('issuer') === undefined) {
    throw createUsageError('--agent-scope requires --issuer');
  }
  return { keys: new Map(keys), scopes, ...(exposed.length > 0 && { exposed: new Set(exposed) }) };
}

function splitPair(
  given: string,
  complaint: string,
  convert: (value: string) => string = (value) => value,
): readonly [name: string, value: string] {
  const at = given.indexOf('=');
  const value = convert(given.slice(at + 1)).trim();
  if (at <= 0 || value === '') throw createUsageError(complaint);
  return [given.slice(0, at), value];
}

function checkAgentNames({ exposed, keys, scopes }: AgentAccess, names: readonly string[]): void {
  const given = [
    ...[...(exposed ?? [])].map((name) => ['--expose', name] as const),
    ...[...keys.keys()].map((name) => ['--agent-key', name] as const),
    ...[...scopes.keys()].map((name) => ['--agent-scope', name] as const),
  ];
  const wrong = given.find(([, name]) => !names.includes(name));
  if (!wrong) return;
  throw createUsageError(
    `${wrong[0]}: unknown agent "${wrong[1]}": use one of ${names.join(', ')}`,
  );
}

function applyAgentAccess(servables: Servables, access: AgentAccess): Servables {
  const { exposed, keys, scopes } = access;
  if (!exposed && keys.size + scopes.size === 0) return servables;
  const known = new WeakMap<Servable, Servable>();
  const under = (servable: Servable): Servable => {
    const before = known.get(servable);
    if (before) return before;
    const { agentId } = servable;
    const key = keys.get(agentId);
    const wanted = scopes.get(agentId);
    // All other properties are inherited from the agent, so that later changes take effect.
    const made = Object.create(servable, {
      isExposed: { get: () => exposed?.has(agentId) ?? servable.isExposed },
      ...(key !== undefined && { apiKeys: { value: [{ key, principal: 'api-key' }] } }),
      ...(wanted && { scopes: { value: wanted } }),
    }) as Servable;
    known.set(servable, made);
    return made;
  };
  let from: readonly Servable[] | undefined;
  let listed: readonly Servable[] = [];
  return {
    list() {
      const all = servables.list();
      if (all !== from) listed = all.map(under);
      from = all;
      return listed;
    },
    get(agentId) {
      const servable = servables.get(agentId);
      return servable && under(servable);
    },
    watch: (onChange) => servables.watch(onChange),
  };
}
