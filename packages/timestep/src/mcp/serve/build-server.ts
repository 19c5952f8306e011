import {
  CLIENT_CAPABILITIES_META_KEY,
  McpServer,
  type CacheHint,
  type RequestStateCodec,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import {
  asksFirst,
  type CompiledTool,
  type HoistedSchema,
  type StandardSchema,
} from '../../environment/index.ts';
import type { JsonObject } from '../../core/index.ts';
import { buildToolMeta } from '../convert/tool-meta.ts';
import { HANDOFF_EXTENSION, TASKS_EXTENSION } from '../extension.ts';
import { DEFAULT_HANDOFF_TIMEOUT_MS } from '../handoff/target.ts';
import type { Peer } from '../handoff/peer.ts';
import type { CallTasks } from './call-tasks/call-task.ts';
import { answerToolCall, type CallAnswer, type CallServing } from './answer-tool-call.ts';
import type { CreateTaskResult } from './call-tasks/call-task-to-mcp.ts';
import { registerCallTasks } from './call-tasks/register-call-tasks.ts';
import { takesTasks } from './call-tasks/takes-tasks.ts';
import { registerToolCalls } from './call-tasks/register-tool-calls.ts';
import { registerCompletions } from './register-completions.ts';
import type { CompiledEnvironment } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import type { Envelope } from './envelope.ts';
import type { ListMethod } from './list-options.ts';
import type { Need } from './need.ts';
import { pageLists } from './paged-lists.ts';
import { registerPrompt, registerSystemPrompt } from './register-prompt.ts';
import { registerResource } from './register-resource.ts';
import { createRegistry, type Registered } from './registry.ts';
import { registerSubscriptions } from './resource-subscriptions.ts';
import { shownFields } from './shown-fields.ts';
import { contextOfRequest, type CallerContext } from './tool-context.ts';

/** The use of a server that is built. */
export interface ServerPurpose {
  readonly era: Peer['era'];
  readonly need: Need;
  readonly codec: RequestStateCodec;
  /** Keeps the calls of tools that have `task`; absent: the server keeps no tasks. */
  readonly callTasks?: CallTasks | undefined;
}

export interface BuiltServer {
  readonly server: McpServer;
  /**
   * Serves the differences of another definition, and notifies the client of them: its tools and
   * prompts, and its resources where the server began with some. Everything else stays unchanged.
   */
  readonly update: (compiled: CompiledEnvironment) => void;
  /** Notifies a client that has subscribed to a resource that it has changed. */
  readonly resourceChanged: (uri: string) => void;
}

/** Notifications that are sent once, even if many tools have changed at the same time. */
const TOLD_ONCE = [
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
];

/** Builds the MCP server of one request, session or connection, which must never share one. */
export function buildServer(compiled: CompiledEnvironment, purpose: ServerPurpose): BuiltServer {
  const { definition } = compiled;
  const { need, codec } = purpose;
  const { name, version, instructions, configure, lists = {} } = definition;
  const callTasks = callTasksOf(compiled, purpose);
  const server = new McpServer(
    { name, version },
    {
      capabilities: capabilitiesOf(compiled, callTasks !== undefined),
      requestState: { verify: (state, request) => codec.verify(state, request) },
      inputRequired: { roundTimeoutMs: DEFAULT_HANDOFF_TIMEOUT_MS },
      debouncedNotificationMethods: TOLD_ONCE,
      ...(instructions !== undefined && { instructions }),
      ...(lists.cacheHint && { cacheHints: hintsFor(lists.cacheHint) }),
    },
  );
  if (lists.pageSize !== undefined) pageLists(server, lists.pageSize);
  const tools = createRegistry<CompiledTool>();
  const prompts = createRegistry<NonNullable<EnvironmentDefinition['prompts']>[number]>();
  const resources = createRegistry<NonNullable<EnvironmentDefinition['resources']>[number]>();
  // A capability can only be declared before a client connects.
  const hasResources = (definition.resources ?? []).length > 0;

  let current = compiled;
  function update(next: CompiledEnvironment): void {
    current = next;
    tools.become(
      [...toolsFor(need, next.tools)].map((tool) => [tool.tool, tool]),
      (tool) => registerTool(server, tool, next, purpose),
    );
    if (need.prompts) {
      const wanted = next.definition.prompts ?? [];
      prompts.become(
        wanted.map((prompt) => [prompt, prompt]),
        (prompt) => registerPrompt(server, prompt),
      );
    }
    if (need.resources && hasResources) {
      const wanted = next.definition.resources ?? [];
      resources.become(
        wanted.map((resource) => [resource, resource]),
        (resource) => registerResource(server, resource),
      );
    }
  }

  if (need.prompts) registerSystemPrompt(server, definition);
  update(compiled);
  const resourceChanged =
    need.resources && hasResources ? registerSubscriptions(server, purpose.era) : () => undefined;
  if (compiled.completes && need.prompts && need.resources) {
    registerCompletions(server, () => current);
  }
  configure?.(server);
  if (callTasks) {
    const contextOf = (request: ServerContext): CallerContext => {
      const facts = contextOfRequest(request, peerOf(request, 'modern', server), codec);
      return { ...facts, outlives: takesTasks(facts) };
    };
    registerCallTasks(server, callTasks, contextOf);
    if (makesCalls(compiled, need)) {
      registerToolCalls(server, () => current, contextOf, callTasks);
    }
  }
  return { server, update, resourceChanged };
}

function hintsFor(hint: CacheHint): Record<ListMethod, CacheHint> {
  return {
    'tools/list': hint,
    'prompts/list': hint,
    'resources/list': hint,
    'resources/templates/list': hint,
  };
}

/** What keeps the calls of an environment as tasks, which only the stateless era has. */
export function callTasksOf(
  { definition, hasTasks }: CompiledEnvironment,
  { era, callTasks }: Pick<ServerPurpose, 'era' | 'callTasks'>,
): CallTasks | undefined {
  if (era !== 'modern') return undefined;
  return definition.callTasks ?? (hasTasks ? callTasks : undefined);
}

/**
 * Whether calls are made in place of the SDK. Tools that a hook of the definition has registered are the SDK's, so
 * that with a hook it must be known which tool is called.
 */
function makesCalls({ definition, tools }: CompiledEnvironment, need: Need): boolean {
  if (need.tools === 'none') return false;
  if (need.tools === 'all') return definition.configure === undefined;
  return tools.has(need.tools.named) || definition.configure === undefined;
}

/** What the server of an environment says that it offers. */
export function capabilitiesOf(
  { definition, completes }: CompiledEnvironment,
  hasTasks: boolean,
): ServerCapabilities {
  const { handoff, resources = [], lists } = definition;
  const extensions = {
    ...(handoff && { [HANDOFF_EXTENSION]: {} }),
    ...(hasTasks && { [TASKS_EXTENSION]: {} }),
  };
  const others = {
    logging: {},
    ...(completes && { completions: {} }),
    ...(Object.keys(extensions).length > 0 && { extensions }),
  };
  if (lists?.pageSize !== undefined) return others;
  return {
    ...others,
    tools: { listChanged: true },
    prompts: { listChanged: true },
    ...(resources.length > 0 && { resources: { listChanged: true } }),
  };
}

/** The client of a request: it says what it can do in the request itself, or has said so before. */
function peerOf(request: ServerContext, era: Peer['era'], { server }: McpServer): Peer {
  if (era === 'legacy') return { era, capabilities: server.getClientCapabilities() };
  const envelope: Envelope = request.mcpReq.envelope ?? {};
  return { era, capabilities: envelope[CLIENT_CAPABILITIES_META_KEY] };
}

/** For an unknown name all tools are registered, so that the protocol itself refuses it. */
function toolsFor(need: Need, tools: ReadonlyMap<string, CompiledTool>): Iterable<CompiledTool> {
  if (need.tools === 'all') return tools.values();
  if (need.tools === 'none') return [];
  const named = tools.get(need.tools.named);
  return named ? [named] : tools.values();
}

function registerTool(
  server: McpServer,
  compiled: CompiledTool,
  { definition: { humanInLoop = false } }: CompiledEnvironment,
  purpose: ServerPurpose,
): Registered {
  const { name, tool, input, output } = compiled;
  const { annotations, replay } = tool;
  const { _meta: own } = buildToolMeta(replay, asksFirst(tool, humanInLoop));
  return server.registerTool(
    name,
    {
      inputSchema: unchecked(input),
      ...(output && { outputSchema: unchecked(output) }),
      ...(annotations && { annotations }),
      ...shownFields(tool, own),
    },
    async (args, request) => {
      const peer = peerOf(request, purpose.era, server);
      const caller = contextOfRequest(request, peer, purpose.codec);
      const serving: CallServing = { humanInLoop, tasks: undefined };
      // Without tasks no call becomes one.
      return (await answerToolCall(
        compiled,
        args as JsonObject,
        caller,
        serving,
      )) as ResultInRequest;
    },
  );
}

type ResultInRequest = Exclude<CallAnswer, CreateTaskResult>;

/** A schema that the SDK shows to clients and does not check: calls are checked as they are made. */
function unchecked({ standard }: HoistedSchema): StandardSchema {
  return { '~standard': { ...standard['~standard'], validate: (value) => ({ value }) } };
}
