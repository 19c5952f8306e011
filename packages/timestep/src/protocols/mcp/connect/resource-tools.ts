import type { Client, ContentBlock, RequestOptions } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { JsonObject, ToolSchema } from '#core';
import type { ToolInvocation, ToolResult, ToolContext } from '#engine/port';
import { mcpToToolResult } from '../convert/result-from-mcp.ts';
import { DEFAULT_RESULT_LIMIT, DEFAULT_TIMEOUT_MS } from './call.ts';
import type { ConnectOptions } from './connect.ts';
import { explainErrorWithCauses } from './explain.ts';
import type { ReconnectingLink } from './reconnecting-link.ts';
import { retryWhileUnavailable } from './retry-policy.ts';

/** Names of built-in tools by which a model reads a server's resources (MCP, Resources). */
export const RESOURCE_TOOLS: readonly ToolSchema[] = [
  buildToolSchema(
    'list_resources',
    'Lists the resources of the server: addresses for read_resource, and address templates.',
    { cursor: { type: 'string', description: 'The cursor at the end of the previous list' } },
    [],
  ),
  buildToolSchema(
    'read_resource',
    'Reads a resource of the server by its address, which list_resources and links in results contain.',
    { uri: { type: 'string', description: 'The address, such as file:///notes.txt' } },
    ['uri'],
  ),
];

export function isResourceTool(name: string): boolean {
  return RESOURCE_TOOLS.some((tool) => tool.function.name === name);
}

const RESOURCES_PAGE = z.looseObject({
  resources: z.array(z.looseObject({ uri: z.string(), name: z.string() })),
  nextCursor: z.string().optional(),
});
const TEMPLATES_PAGE = z.looseObject({
  resourceTemplates: z.array(z.looseObject({ uriTemplate: z.string(), name: z.string() })),
});

/** Returns whether a server has resources. If listing them fails, returns false, so that its tools stay usable. */
export async function hasResources(client: Client, timeoutMs: number): Promise<boolean> {
  if (!client.getServerCapabilities()?.resources) return false;
  const bounds = { timeout: timeoutMs };
  try {
    const { resources } = await requestResources(client, undefined, bounds);
    return resources.length > 0 || (await listFirstResourceTemplates(client, bounds)).length > 0;
  } catch {
    return false;
  }
}

type RequestBounds = Pick<RequestOptions, 'timeout' | 'signal'>;

async function callResourceTool(
  client: Client,
  { name, arguments: args }: ToolInvocation,
  bounds: RequestBounds,
  limit: number,
): Promise<ToolResult> {
  if (name === 'read_resource') {
    const { uri } = args;
    if (typeof uri !== 'string') return { content: 'uri must be a string', isError: true };
    const { contents } = await client.readResource({ uri }, bounds);
    const content = contents.map((resource): ContentBlock => ({ type: 'resource', resource }));
    return mcpToToolResult({ content }, limit);
  }
  const cursor = typeof args['cursor'] === 'string' ? args['cursor'] : undefined;
  const { resources, nextCursor } = await requestResources(client, cursor, bounds);
  const templates = cursor === undefined ? await listFirstResourceTemplates(client, bounds) : [];
  const lines = [
    ...resources.map((one) => formatResourceLine(one.uri, one)),
    ...templates.map((one) => formatResourceLine(one.uriTemplate, one)),
    ...(nextCursor === undefined ? [] : [`There are more: list again with cursor ${nextCursor}`]),
  ];
  const text = lines.length === 0 ? 'There are no resources.' : lines.join('\n');
  return mcpToToolResult({ content: [{ type: 'text', text }] }, limit);
}

function formatResourceLine(address: string, about: Readonly<Record<string, unknown>>): string {
  const { name, description, mimeType } = about;
  const kind = typeof mimeType === 'string' ? ` ${mimeType}` : '';
  const text = typeof description === 'string' ? description : String(name);
  return `- ${address}${kind}: ${text.replaceAll(/\s+/g, ' ')}`;
}

async function requestResources(client: Client, cursor: string | undefined, bounds: RequestBounds) {
  const params = cursor === undefined ? {} : { params: { cursor } };
  return client.request({ method: 'resources/list', ...params }, RESOURCES_PAGE, bounds);
}

/** Lists resource templates. Empty if the server does not support the method. */
async function listFirstResourceTemplates(client: Client, bounds: RequestBounds) {
  try {
    const request = { method: 'resources/templates/list' };
    return (await client.request(request, TEMPLATES_PAGE, bounds)).resourceTemplates;
  } catch {
    bounds.signal?.throwIfAborted();
    return [];
  }
}

function buildToolSchema(
  name: string,
  description: string,
  properties: JsonObject,
  required: readonly string[],
): ToolSchema {
  const parameters = { type: 'object', properties, required: [...required] };
  return { type: 'function', replay: 'safe', function: { name, description, parameters } };
}

export async function runResourceTool(
  connection: ReconnectingLink,
  options: ConnectOptions,
  call: ToolInvocation,
  { signal }: ToolContext,
): Promise<ToolResult> {
  const { timeoutMs: timeout = DEFAULT_TIMEOUT_MS, resultLimit = DEFAULT_RESULT_LIMIT } = options;
  const bounds = { timeout, signal };
  const ask = (): Promise<ToolResult> =>
    connection.use(({ client }) => callResourceTool(client, call, bounds, resultLimit));
  try {
    return await retryWhileUnavailable(ask, { ...options, signal });
  } catch (thrown) {
    signal.throwIfAborted();
    return { content: `${call.name} failed: ${explainErrorWithCauses(thrown)}`, isError: true };
  }
}
