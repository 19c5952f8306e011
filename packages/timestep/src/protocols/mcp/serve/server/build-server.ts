import {
  CLIENT_CAPABILITIES_META_KEY,
  McpServer,
  type CacheHint,
  type RequestStateCodec,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '#core';
import type { CompiledTool, PreparedSchema, StandardSchema } from '#engine/tools';
import { HANDOFF_EXTENSION, TASKS_EXTENSION } from '../../extension.ts';
import type { Peer } from '../../handoff/peer.ts';
import { DEFAULT_HANDOFF_TIMEOUT_MS } from '../../handoff/target.ts';
import type { CreateTaskResult } from '../call-tasks/call-task-to-mcp.ts';
import type { CallTasks } from '../call-tasks/call-task.ts';
import { registerCallTasks } from '../call-tasks/register-call-tasks.ts';
import { registerToolCallHandler } from '../call-tasks/register-tool-call-handler.ts';
import { supportsTasks } from '../call-tasks/supports-tasks.ts';
import { answerToolCall, type CallAnswer } from '../calls/answer-tool-call.ts';
import { createCallerContext, type Envelope, type CallerContext } from '../calls/tool-context.ts';
import { getShownToolFields, type CompiledEnvironment } from '../compile.ts';
import { LIST_FIELDS, type ListMethod } from '../list-options.ts';
import { registerCompletions } from './completions.ts';
import { enablePagedLists } from './paged-lists.ts';
import { registerPrompt, registerSystemPrompt } from './register-prompt.ts';
import { registerResource } from './register-resource.ts';
import { updateRegistrations, type Registration } from './registry.ts';
import type { RequestNeed } from './request-need.ts';
import { enableResourceSubscriptions } from './resource-subscriptions.ts';

export interface BuildServerOptions {
  readonly era: Peer['era'];
  readonly need: RequestNeed;
  readonly codec: RequestStateCodec;
  readonly callTasks?: CallTasks | undefined;
  /** Callback for errors that a tool throws. */
  readonly onError?: ((error: Error) => void) | undefined;
}

export interface BuiltServer {
  readonly server: McpServer;
  /**
   * Replaces the tools and prompts of a running server. Resources are only replaced if it started with some.
   */
  readonly update: (compiled: CompiledEnvironment) => void;
  readonly notifyResourceChanged: (uri: string) => void;
}

/** Change notifications that are sent only once if many entries of a list change at the same time. */
const DEBOUNCED_NOTIFICATIONS = [
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
];

/** Builds the SDK's server for one request, session or connection; it must not be shared. */
export function buildServer(
  compiled: CompiledEnvironment,
  options: BuildServerOptions,
): BuiltServer {
  const { definition } = compiled;
  const { need, codec } = options;
  const { name, version, instructions, configure, lists = {} } = definition;
  const callTasks = getCallTasks(compiled, options);
  const server = new McpServer(
    { name, version },
    {
      capabilities: buildCapabilities(compiled, callTasks !== undefined),
      requestState: { verify: (state, request) => codec.verify(state, request) },
      inputRequired: { roundTimeoutMs: DEFAULT_HANDOFF_TIMEOUT_MS },
      debouncedNotificationMethods: DEBOUNCED_NOTIFICATIONS,
      ...(instructions !== undefined && { instructions }),
      ...(lists.cacheHint && { cacheHints: createCacheHints(lists.cacheHint) }),
    },
  );
  if (lists.pageSize !== undefined) enablePagedLists(server, lists.pageSize);
  const entries = new Map<object, Registration>();
  // Capabilities can be declared only before a client connects.
  const hasResources = (definition.resources ?? []).length > 0;

  let current = compiled;
  function updateServer(next: CompiledEnvironment): void {
    current = next;
    const { prompts = [], resources = [] } = next.definition;
    updateRegistrations(entries, [
      ...[...selectNeededTools(need, next.tools)].map(
        (tool) => [tool.tool, () => registerTool(server, tool, next, options)] as const,
      ),
      ...(need.prompts ? prompts : []).map(
        (prompt) => [prompt, () => registerPrompt(server, prompt)] as const,
      ),
      ...(need.resources && hasResources ? resources : []).map(
        (resource) => [resource, () => registerResource(server, resource)] as const,
      ),
    ]);
  }

  if (need.prompts) registerSystemPrompt(server, definition);
  updateServer(compiled);
  const notifyResourceChanged =
    need.resources && hasResources
      ? enableResourceSubscriptions(server, options.era)
      : () => undefined;
  if (compiled.completes && need.prompts && need.resources) {
    registerCompletions(server, () => current);
  }
  configure?.(server);
  if (callTasks) {
    const createContext = (request: ServerContext): CallerContext => {
      const facts = createCallerContext(request, getClientPeer(request, 'modern', server), codec);
      return { ...facts, outlives: supportsTasks(facts) };
    };
    registerCallTasks(server, callTasks, createContext);
    if (answersToolCallsWithoutSdk(compiled, need)) {
      registerToolCallHandler(server, () => current, createContext, {
        tasks: callTasks,
        onError: options.onError,
      });
    }
  }
  return { server, update: updateServer, notifyResourceChanged };
}

function createCacheHints(hint: CacheHint): Partial<Record<ListMethod, CacheHint>> {
  return Object.fromEntries(Object.keys(LIST_FIELDS).map((method) => [method, hint]));
}

/** Returns the store of call tasks. Undefined before MCP 2026-07-28, which introduced tasks. */
export function getCallTasks(
  { definition, hasTasks }: CompiledEnvironment,
  { era, callTasks }: Pick<BuildServerOptions, 'era' | 'callTasks'>,
): CallTasks | undefined {
  if (era !== 'modern') return undefined;
  return definition.callTasks ?? (hasTasks ? callTasks : undefined);
}

/**
 * Returns whether this package answers tool calls. The SDK answers calls of tools that the `configure` hook
 * registers.
 */
function answersToolCallsWithoutSdk(
  { definition, tools }: CompiledEnvironment,
  need: RequestNeed,
): boolean {
  if (need.tools === 'none') return false;
  if (need.tools === 'all') return definition.configure === undefined;
  return tools.has(need.tools.named) || definition.configure === undefined;
}

export function buildCapabilities(
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

/**
 * Returns the client's capabilities. They are in each request since MCP 2026-07-28, and in `initialize`
 * before.
 */
function getClientPeer(request: ServerContext, era: Peer['era'], { server }: McpServer): Peer {
  if (era === 'legacy') return { era, capabilities: server.getClientCapabilities() };
  const envelope: Envelope = request.mcpReq.envelope ?? {};
  return { era, capabilities: envelope[CLIENT_CAPABILITIES_META_KEY] };
}

/** Selects the tool that a request names, or all tools if it does not exist, so that the SDK reports the error. */
function selectNeededTools(
  need: RequestNeed,
  tools: ReadonlyMap<string, CompiledTool>,
): Iterable<CompiledTool> {
  if (need.tools === 'all') return tools.values();
  if (need.tools === 'none') return [];
  const named = tools.get(need.tools.named);
  return named ? [named] : tools.values();
}

function registerTool(
  server: McpServer,
  compiled: CompiledTool,
  environment: CompiledEnvironment,
  { era, codec, onError }: BuildServerOptions,
): Registration {
  const { name, input, output } = compiled;
  const { humanInLoop = false } = environment.definition;
  const config = {
    inputSchema: removeValidation(input),
    ...(output && { outputSchema: removeValidation(output) }),
    ...getShownToolFields(compiled, environment),
  };
  return server.registerTool(name, config, async (args, request) => {
    const caller = createCallerContext(request, getClientPeer(request, era, server), codec);
    const settings = { humanInLoop, tasks: undefined, onError };
    // The answer is never a task, because `settings` does not allow tasks.
    const answer = await answerToolCall(compiled, args as JsonObject, caller, settings);
    return answer as Exclude<CallAnswer, CreateTaskResult>;
  });
}

/** Returns a schema that the SDK only publishes; the values are validated when the tool is called. */
function removeValidation({ standard }: PreparedSchema): StandardSchema {
  return { '~standard': { ...standard['~standard'], validate: (value) => ({ value }) } };
}
