import { omitUndefined, resolveLimits, type JsonObject } from '#core';
import {
  FolderError,
  loadAgentMetadata,
  type FolderProblem,
  type LoadedMetadata,
} from '#agents/folder';
import { loadAgent, type AgentDefinition } from '#agents/agent';
import type { AgentOutput, AgentVersionStore, SessionStore, VectorStore } from '#engine/port';
import { createAgentOutput } from '#engine/tools';
import { OUTPUT_MODES, SERVED_LIMITS, type Servable } from '#serving/server';
import {
  factsToDescription,
  type AgentFacts,
  type FoundAgent,
  type SourceDeps,
} from './agent-source.ts';
import type { AgentHealth } from './catalog.ts';
import { createSharedResource, type SharedResource } from './shared-resource.ts';
import { normalizeSource } from './source.ts';
import { createWatchedTools, type WatchedTools } from './watched-tools.ts';

/** An agent from a folder or file, of which only the metadata has been read. */
export interface PathAgent extends FoundAgent {
  /** Reads the metadata. Resolves to whether the metadata changed. */
  read(): Promise<boolean>;
  close(): Promise<void>;
}

/** The stores for an agent, which are passed to it when it is loaded. */
interface AgentStores {
  sessions?: SessionStore | Promise<SessionStore>;
  vectors?: VectorStore | Promise<VectorStore>;
  versions?: Promise<AgentVersionStore | undefined>;
}

export function createPathAgent(path: string, deps: SourceDeps): PathAgent {
  const { clock, onChange } = deps;
  let metadata: LoadedMetadata | undefined;
  let facts: AgentFacts | undefined;
  let health: AgentHealth = { state: 'bad', why: `${path} has not been read yet`, at: clock.now() };
  let problems: readonly FolderProblem[] = [];
  let named: readonly string[] = [];
  const stores: AgentStores = {};
  const servables = new Map<string, Servable>();
  const tools = createWatchedTools(() => metadata?.agentTools ?? []);
  const definition = createSharedResource(async (): Promise<AgentDefinition> => {
    try {
      const loaded = await loadAgentWithStores(stores, path, deps);
      if (recordCallResult(undefined)) onChange();
      return loaded;
    } catch (thrown) {
      if (recordCallResult(thrown)) onChange();
      throw thrown;
    }
  });

  /**
   * Records the outcome of loading or running the agent; undefined if it succeeded. Returns whether
   * the agent's health changed.
   */
  function recordCallResult(thrown: unknown): boolean {
    const before = health;
    health = toAgentHealth(thrown, clock.now());
    problems = thrown instanceof FolderError ? thrown.problems : [];
    return before.state !== health.state || before.why !== health.why;
  }

  return {
    source: path,
    kind: 'path',
    get facts() {
      return facts;
    },
    get health() {
      return health;
    },
    get problems() {
      return problems;
    },
    get agents() {
      return named;
    },
    async read() {
      try {
        const read = await loadAgentMetadata(path);
        const isOther = JSON.stringify(read) !== JSON.stringify(metadata);
        metadata = read;
        named = (read.agents ?? []).map(normalizeSource);
        facts = metadataToFacts(read);
        await definition.opened?.refresh();
        tools.notifyIfChanged();
        return recordCallResult(undefined) || isOther;
      } catch (thrown) {
        return recordCallResult(thrown);
      }
    },
    getServable(agentId) {
      const known = servables.get(agentId);
      if (known) return known;
      const getMetadata = (): LoadedMetadata => {
        if (metadata) return metadata;
        throw new Error(
          `internal error: the metadata of the agent ${path} was used before it was read`,
        );
      };
      const parts = { path, getMetadata, definition, stores, tools, listNamed: () => named };
      const made = createLazyServable(agentId, parts, deps);
      servables.set(agentId, made);
      return made;
    },
    close: () => definition.close(),
  };
}

function toAgentHealth(error: unknown, time: number): AgentHealth {
  const why = error instanceof Error ? error.message : String(error);
  return error === undefined ? { state: 'ok', at: time } : { state: 'bad', why, at: time };
}

async function loadAgentWithStores(
  { sessions, vectors, versions }: AgentStores,
  path: string,
  { load, onLoaded, calls }: SourceDeps,
): Promise<AgentDefinition> {
  const loaded = await loadAgent(path, { ...load, agentCalls: calls.agentCalls });
  if (sessions) loaded.useSessions(sessions);
  if (vectors) loaded.useVectors(vectors);
  if (versions) loaded.useVersions(versions);
  onLoaded?.(loaded.folder);
  return loaded;
}

function metadataToFacts({
  name,
  description,
  version,
  mode,
  cardSkills,
}: LoadedMetadata): AgentFacts {
  return { name, description: description ?? name, version, mode, skills: cardSkills };
}

interface AgentParts {
  readonly path: string;
  readonly getMetadata: () => LoadedMetadata;
  readonly definition: SharedResource<AgentDefinition>;
  readonly stores: AgentStores;
  readonly tools: WatchedTools;
  /** Returns the sources of the agents that the agent may call. */
  readonly listNamed: () => readonly string[];
}

/**
 * Creates an entry for `serve` from an agent's metadata. Calling the agent for the first time loads
 * its model and its tools.
 */
function createLazyServable(
  agentId: string,
  { path, getMetadata: metadata, definition, stores, tools, listNamed }: AgentParts,
  { calls, isExposed }: SourceDeps,
): Servable {
  const isAlone = (): boolean => metadata().mode !== 'interactive';
  let known: { readonly schema: JsonObject; readonly output: AgentOutput } | undefined;
  /**
   * Returns the structured output of the agent, which checks its answers. Created again only if the schema
   * has changed.
   */
  const getOutput = (): AgentOutput | undefined => {
    const schema = metadata().output;
    if (!schema) return undefined;
    if (known?.schema !== schema) known = { schema, output: createAgentOutput(agentId, schema) };
    return known.output;
  };
  return {
    agentId,
    environment: undefined,
    useSessions(store) {
      stores.sessions = store;
      definition.opened?.useSessions(store);
    },
    useVectors(store) {
      stores.vectors = store;
      definition.opened?.useVectors(store);
    },
    useVersions(store) {
      stores.versions = store;
      definition.opened?.useVersions(store);
    },
    useRunner: calls.useRunner,
    get isExposed() {
      return isExposed(path);
    },
    get agentTools() {
      return metadata().mode === 'tools' ? tools : undefined;
    },
    get description() {
      const read = metadata();
      const described = {
        ...factsToDescription(agentId, metadataToFacts(read)),
        ...read.card,
        ...(getOutput() && { outputModes: OUTPUT_MODES }),
      };
      return isAlone() ? { ...described, toolCalls: 'hidden' as const } : described;
    },
    mayCall: () => calls.listIdsAt(listNamed()),
    choices: async () => (await definition.get()).choices,
    files: async () => (await definition.get()).files,
    servers: async () => (await definition.get()).servers,
    loop: {
      name: agentId,
      toolSite: 'server',
      get limits() {
        const { maxSteps: max_steps, modelPatienceS: model_patience_s } = metadata();
        return resolveLimits(omitUndefined({ max_steps, model_patience_s }), SERVED_LIMITS);
      },
      get history() {
        return isAlone() ? ('none' as const) : undefined;
      },
      get output() {
        return getOutput();
      },
      abandon: calls.abandon,
      agent: async (messages, context) => (await definition.get()).model(messages, context),
      async environment(_contextId, taskId) {
        const { environments } = await definition.get();
        const live = environments.default;
        return taskId === undefined ? live : live.forTask(taskId);
      },
    },
    close: () => definition.close(),
  };
}
