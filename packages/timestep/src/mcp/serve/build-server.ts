import {
  McpServer,
  type RequestStateCodec,
  type ServerCapabilities,
} from '@modelcontextprotocol/server';
import { metaOfTool } from '../convert/tool-meta.ts';
import { HANDOFF_EXTENSION } from '../extension.ts';
import { DEFAULT_HANDOFF_TIMEOUT_MS } from '../handoff/tool.ts';
import type { Peer } from '../handoff/strategy.ts';
import { askFirst, asksFirst } from './approval.ts';
import type { CompiledEnvironment, CompiledTool } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import type { Need } from './need.ts';
import { registerPrompt, registerSystemPrompt } from './register-prompt.ts';
import { registerResource } from './register-resource.ts';
import { runTool } from './run-tool.ts';
import { contextOfRequest } from './tool-context.ts';

/** What a server is built for. */
export interface ServerPurpose {
  readonly era: Peer['era'];
  readonly need: Need;
  readonly codec: RequestStateCodec;
}

/** Builds the MCP server of one request, session or connection. They must never be shared. */
export function buildServer(compiled: CompiledEnvironment, purpose: ServerPurpose): McpServer {
  const { definition, tools } = compiled;
  const { need, codec } = purpose;
  const { name, version, instructions, prompts = [], resources = [], configure } = definition;
  const server = new McpServer(
    { name, version },
    {
      capabilities: capabilitiesOf(definition),
      requestState: { verify: (state, request) => codec.verify(state, request) },
      inputRequired: { roundTimeoutMs: DEFAULT_HANDOFF_TIMEOUT_MS },
      ...(instructions !== undefined && { instructions }),
    },
  );
  for (const tool of toolsFor(need, tools)) registerTool(server, tool, compiled, purpose);
  if (need.prompts) {
    registerSystemPrompt(server, definition);
    for (const prompt of prompts) registerPrompt(server, prompt);
  }
  if (need.resources) for (const resource of resources) registerResource(server, resource);
  configure?.(server);
  return server;
}

function capabilitiesOf({ handoff, resources = [] }: EnvironmentDefinition): ServerCapabilities {
  return {
    logging: {},
    tools: { listChanged: true },
    prompts: { listChanged: true },
    ...(resources.length > 0 && { resources: { listChanged: true } }),
    ...(handoff && { extensions: { [HANDOFF_EXTENSION]: {} } }),
  };
}

/** A name nobody knows gets every tool, so that the refusal is the protocol's own. */
function toolsFor(need: Need, tools: ReadonlyMap<string, CompiledTool>): Iterable<CompiledTool> {
  if (need.tools === 'all') return tools.values();
  if (need.tools === 'none') return [];
  const named = tools.get(need.tools.named);
  return named ? [named] : tools.values();
}

function registerTool(
  server: McpServer,
  tool: CompiledTool,
  { definition: { humanInLoop = false } }: CompiledEnvironment,
  { era, codec }: ServerPurpose,
): void {
  const { name, title, description, annotations, icons, replay } = tool.definition;
  server.registerTool(
    name,
    {
      inputSchema: tool.input.standard,
      ...(tool.output && { outputSchema: tool.output.standard }),
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(annotations && { annotations }),
      ...metaOfTool(replay, asksFirst(tool.definition, humanInLoop)),
      ...(icons && { icons: [...icons] }),
    },
    async (args, request) => {
      const context = contextOfRequest(request, era, server, codec);
      const asked = await askFirst(tool.definition, args, humanInLoop, context);
      return asked ?? runTool(tool, args, context);
    },
  );
}
