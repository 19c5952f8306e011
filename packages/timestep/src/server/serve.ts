import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  createA2AHandler,
  createPushService,
  type AgentDescription,
  type AgentSecurity,
  type PushService,
} from '../a2a/index.ts';
import {
  apiKeyAuthentication,
  createJsonReader,
  createSafePost,
  listen,
  oncePerRequest,
  type Authenticate,
  type BodyLimits,
  type FetchHandler,
  type GuardOptions,
  type Listening,
  type ReadJson,
} from '../http/index.ts';
import type { EnvironmentHandler } from '../mcp/index.ts';
import type { Outbox, Runner, ServedAgent } from '../port/index.ts';
import {
  createMemoryResponseStore,
  createResponsesHandler,
  createSqliteResponseStore,
  type ResponsesHandler,
  type ResponseStore,
} from '../responses/index.ts';
import {
  createMemoryOutbox,
  createMemoryRunner,
  createSqliteOutbox,
  createSqliteRunner,
  systemClock,
  type Retention,
} from '../runner/index.ts';
import { createApp, type Route } from './app.ts';
import type { Environment } from './environment.ts';
import { onceAMinute } from './once-a-minute.ts';
import { ownHosts } from './own-hosts.ts';
import { ServeError } from './serve-error.ts';

/** What a server needs of an agent; `Agent` is one. */
export interface Servable {
  readonly agentId: string;
  readonly description: Omit<AgentDescription, 'url'>;
  readonly environment: Environment | undefined;
  readonly loop: ServedAgent;
  close(): Promise<void>;
}

export interface ServeOptions extends GuardOptions, BodyLimits {
  readonly agents: readonly Servable[];
  /** Default 9999; 0 takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. Any other address needs `apiKeys` or `authenticate`. */
  readonly host?: string;
  /** Principals by API key. With keys, every request must bring one. */
  readonly apiKeys?: Readonly<Record<string, string>>;
  /** Finds out who is calling, in place of `apiKeys`. */
  readonly authenticate?: Authenticate;
  /**
   * Where the server is reached from outside, when that is not where it listens. Its host is allowed,
   * as those of `allowedHosts` are.
   */
  readonly publicUrl?: string;
  /** What is served. Default: A2A and OpenAI Responses. */
  readonly protocols?: readonly ('a2a' | 'responses')[];
  /** Default: beside `database`. */
  readonly responseStore?: ResponseStore;
  /**
   * The SQLite file that tasks are kept in; `:memory:` keeps them in this process only. Default
   * `.timestep/tasks.db` where the process was started.
   */
  readonly database?: string;
  /**
   * Hosts, with or without a port, that push notifications may go to although they are not public or
   * not https. Default: none but public https addresses.
   */
  readonly allowedPushHosts?: readonly string[];
  /** Keeps who is to be told of tasks. Default: in `database`, or in memory beside a runner of one's own. */
  readonly outbox?: Outbox;
  /** How long ended tasks are kept in `database`; default for ever. */
  readonly retention?: Retention;
  /**
   * A task in `database` during whose work the process ends or freezes so often in a row is given up,
   * so that the others go on. Default 3.
   */
  readonly crashLimit?: number;
  /** Makes the runner that keeps the tasks, instead of `database`. */
  readonly createRunner?: (agents: readonly ServedAgent[]) => Runner;
  /**
   * Told of defects, which callers only see as an internal error, and of what keeps tasks from being
   * kept; of what repeats itself once a minute, with how often. Default: a line on standard error.
   */
  readonly onError?: (thrown: unknown) => void;
}

export interface Serving {
  readonly url: string;
  readonly port: number;
  readonly runner: Runner;
  /** Answers a request as it would be answered over the socket, for servers of other programs. */
  readonly fetch: FetchHandler;
  /**
   * Takes no more requests, lets running tasks end for up to `graceMs`, then lets go of them. Asked
   * again, it waits for the first time to end.
   */
  close(graceMs?: number): Promise<void>;
}

const ALL = ['a2a', 'responses'] as const;
const DEFAULT_PORT = 9999;
const DEFAULT_DATABASE = '.timestep/tasks.db';
const IN_MEMORY = ':memory:';
const DEFAULT_GRACE_MS = 5000;
/** What is not sent by then is sent by the next process. */
const PUSH_GRACE_MS = 1000;
/** Ended tasks of responses that are not stored: until whoever sees them through has come. */
const UNSTORED_KEPT = 100;

const API_KEY: AgentSecurity = { kind: 'http', name: 'apiKey', scheme: 'Bearer' };

/**
 * Serves agents: A2A at the root where there is one agent and at `/agents/<agentId>` always, each
 * agent's environment at `/mcp` below both, OpenAI Responses at `/v1`.
 */
export async function serve(given: ServeOptions): Promise<Serving> {
  const failures = onceAMinute(systemClock, given.onError ?? toStandardError);
  const options: ServeOptions = { ...given, onError: failures.tell };
  const { agents, port = DEFAULT_PORT, host, onError } = options;
  refuseSameIds(agents);
  const authenticate = authenticationOf(options);
  const allowedHosts = ownHosts(options);
  const stores = await openStores(options);
  const { runner, push, responses } = stores;
  // What is not to be stored is in no file: it lasts as long as its caller waits for it.
  const unstored = createMemoryRunner({
    agents: agents.map((agent) => agent.loop),
    keep: UNSTORED_KEPT,
    ...(onError && { onError }),
  });
  const site: Site = {
    runner,
    unstoredRunner: unstored,
    push,
    allowedHosts,
    readJson: createJsonReader(options),
    ...(authenticate && { authenticate, principalOf: authenticate }),
    ...(onError && { onError }),
  };
  const environments = await environmentHandlers(options, site).catch(async (thrown: unknown) => {
    responses.close();
    await stores.abandon();
    throw thrown;
  });
  const answering = responsesHandler(options, site, responses.store);
  const app = createApp({
    ...options,
    allowedHosts,
    routes: [
      healthOf(runner),
      ...agentRoutes(options, site, environments),
      ...(answering ? [answering] : []),
    ],
    ...(authenticate && { authenticate }),
  });
  const close = async (graceMs: number, listening?: Listening): Promise<void> => {
    await push.close(Math.min(graceMs, PUSH_GRACE_MS));
    // Together, because each waits for connections that the others hold open.
    await Promise.all([
      runner.close(graceMs),
      unstored.close(graceMs),
      listening?.close(graceMs),
      ...[...environments.values()].map((handler) => handler.close(graceMs)),
    ]);
    await answering?.close();
    responses.close();
    await Promise.all(agents.map((agent) => agent.close()));
    failures.end();
  };
  let listening: Listening;
  try {
    listening = await listen(app, {
      port,
      authenticated: authenticate !== undefined,
      ...(host !== undefined && { host }),
    });
  } catch (thrown) {
    await close(0);
    throw thrown;
  }
  let closing: Promise<void> | undefined;
  return {
    url: options.publicUrl ?? listening.url,
    port: listening.port,
    runner,
    fetch: app,
    close: (graceMs = DEFAULT_GRACE_MS) => (closing ??= close(graceMs, listening)),
  };
}

/** Where nobody else wants to know. */
function toStandardError(thrown: unknown): void {
  process.stderr.write(`timestep: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
}

function authenticationOf({ apiKeys, authenticate }: ServeOptions): Authenticate | undefined {
  if (apiKeys && authenticate) {
    throw new ServeError('two-checks', 'give apiKeys or authenticate, not both');
  }
  const check = authenticate ?? (apiKeys && apiKeyAuthentication(apiKeys));
  return check && oncePerRequest(check);
}

/** What a server keeps things in. */
interface Stores {
  readonly runner: Runner;
  readonly push: PushService;
  readonly responses: KeptResponses;
  /** Closes the runner, who is told of tasks, and the agents. */
  abandon(): Promise<void>;
}

/** Opens all of them, or leaves none open: an open one would keep the process from ending. */
async function openStores(options: ServeOptions): Promise<Stores> {
  const { agents, createRunner, onError } = options;
  const loops = agents.map((agent) => agent.loop);
  const opened: { close(graceMs: number): Promise<void> }[] = [...agents];
  const abandon = async (): Promise<void> => {
    for (const one of opened.toReversed()) await one.close(0);
  };
  try {
    const runner = createRunner?.(loops) ?? runnerFor(loops, options);
    opened.push(runner);
    const push = createPushService({
      outbox: options.outbox ?? outboxFor(runner, options),
      runner,
      clock: systemClock,
      safePost: createSafePost({ allowedHosts: options.allowedPushHosts ?? [] }),
      ...(onError && { onError }),
    });
    opened.push(push);
    return { runner, push, responses: responseStoreFor(options), abandon };
  } catch (thrown) {
    await abandon();
    throw thrown;
  }
}

function runnerFor(
  agents: readonly ServedAgent[],
  { database = DEFAULT_DATABASE, retention, crashLimit, onError }: ServeOptions,
): Runner {
  if (database === IN_MEMORY) return createMemoryRunner({ agents, ...(onError && { onError }) });
  mkdirSync(dirname(database), { recursive: true });
  return createSqliteRunner({
    path: database,
    agents,
    ...(retention && { retention }),
    ...(crashLimit !== undefined && { crashLimit }),
    ...(onError && { onError }),
  });
}

interface KeptResponses {
  readonly store: ResponseStore;
  close(): void;
}

/** Responses are kept where tasks are: in a file of their own beside them, or in memory. */
function responseStoreFor({
  responseStore,
  createRunner,
  database = DEFAULT_DATABASE,
}: ServeOptions): KeptResponses {
  const close = (): void => undefined;
  if (responseStore) return { store: responseStore, close };
  if (createRunner || database === IN_MEMORY) {
    return { store: createMemoryResponseStore({ clock: systemClock }), close };
  }
  const store = createSqliteResponseStore({ path: `${database}.responses`, clock: systemClock });
  return { store, close: () => store.close() };
}

function outboxFor(
  runner: Runner,
  { createRunner, database = DEFAULT_DATABASE }: ServeOptions,
): Outbox {
  if (createRunner || database === IN_MEMORY) return createMemoryOutbox(runner);
  return createSqliteOutbox({ path: database });
}

/** What every route of one server shares. */
interface Site {
  readonly runner: Runner;
  readonly unstoredRunner: Runner;
  readonly push: PushService;
  readonly allowedHosts: readonly string[];
  readonly readJson: ReadJson;
  readonly principalOf?: Authenticate;
  readonly authenticate?: Authenticate;
  readonly onError?: (thrown: unknown) => void;
}

async function environmentHandlers(
  { agents, allowedOrigins }: ServeOptions,
  { runner, allowedHosts, readJson, authenticate, onError }: Site,
): Promise<Map<Servable, EnvironmentHandler>> {
  const handlers = new Map<Servable, EnvironmentHandler>();
  if (agents.every(({ environment }) => environment === undefined)) return handlers;
  // A call that began in another process, or before a restart, is gone on with here.
  const stateKey = await runner.stateKey();
  for (const agent of agents) {
    const handler = agent.environment?.createHandler({
      stateKey,
      allowedHosts,
      readJson,
      ...(allowedOrigins && { allowedOrigins }),
      ...(onError && { onError }),
      ...(authenticate && { authenticate }),
    });
    if (handler) handlers.set(agent, handler);
  }
  return handlers;
}

function agentRoutes(
  { agents, protocols = ALL, apiKeys, publicUrl }: ServeOptions,
  site: Site,
  environments: ReadonlyMap<Servable, EnvironmentHandler>,
): Route[] {
  return agents.flatMap((agent) => {
    const bases = agents.length === 1 ? ['', pathOf(agent)] : [pathOf(agent)];
    return bases.flatMap((basePath): Route[] => {
      const environment = environments.get(agent);
      const tools = environment ? [at(`${basePath}/mcp`, environment)] : [];
      if (!protocols.includes('a2a')) return tools;
      const description = {
        ...agent.description,
        ...(publicUrl !== undefined && { url: publicUrl + basePath }),
        ...(apiKeys && { security: [API_KEY] }),
      };
      return [...tools, createA2AHandler({ ...site, agent: description, basePath })];
    });
  });
}

function responsesHandler(
  { agents, protocols = ALL }: ServeOptions,
  site: Site,
  store: ResponseStore,
): ResponsesHandler | undefined {
  if (!protocols.includes('responses')) return undefined;
  const served = agents.map(({ agentId, environment }) => ({
    name: agentId,
    ...(environment && { serverLabel: environment.environmentId }),
  }));
  return createResponsesHandler({
    ...site,
    agents: served,
    executeTools: async (name, contextId) => loopOf(agents, name).environment(contextId),
    store,
  });
}

function loopOf(agents: readonly Servable[], agentId: string): ServedAgent {
  const found = agents.find((agent) => agent.agentId === agentId);
  if (!found) throw new ServeError('unknown-agent', `there is no agent ${agentId}`);
  return found.loop;
}

function pathOf(agent: Servable): string {
  return `/agents/${encodeURIComponent(agent.agentId)}`;
}

function at(path: string, handler: (request: Request) => Promise<Response>): Route {
  return (request) => (new URL(request.url).pathname === path ? handler(request) : undefined);
}

/** Whether the server can do what it is for: a process that can keep no tasks takes none. */
function healthOf(runner: Runner): Route {
  return (request) => {
    if (new URL(request.url).pathname !== '/health') return undefined;
    const trouble = runner.trouble?.();
    if (!trouble) return Response.json({ status: 'ok' });
    return Response.json({ status: 'failing', ...trouble }, { status: 503 });
  };
}

function refuseSameIds(agents: readonly Servable[]): void {
  if (agents.length === 0) throw new ServeError('no-agents', 'there is no agent to serve');
  const ids = agents.map((agent) => agent.agentId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new ServeError('same-id', `two agents are called ${twice}`);
}
