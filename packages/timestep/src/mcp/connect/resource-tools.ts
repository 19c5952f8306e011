import type { Client, ContentBlock } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { JsonObject, ToolSchema } from '../../core/index.ts';
import type { ToolInvocation, ToolResult } from '../../port/index.ts';
import { resultFromMcp } from '../convert/result-from-mcp.ts';

/** Built-in tools with which a model reads a server's resources (MCP, Resources). */
export const RESOURCE_TOOLS: readonly ToolSchema[] = [
  schemaOf(
    'list_resources',
    'Lists what the server offers to be read: addresses for read_resource, and patterns of addresses.',
    { cursor: { type: 'string', description: 'Where the list before this one ended' } },
    [],
  ),
  schemaOf(
    'read_resource',
    'Reads a resource of the server by its address, as list_resources and links in results name it.',
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

/**
 * True if the first page of the server's resources or of its templates is not empty. A failed
 * listing counts as empty, so that the server's tools stay usable.
 */
export async function hasResources(client: Client, timeoutMs: number): Promise<boolean> {
  if (!client.getServerCapabilities()?.resources) return false;
  const bounds = { timeout: timeoutMs };
  try {
    const { resources } = await resourcesAt(client, undefined, bounds);
    return resources.length > 0 || (await templatesOf(client, bounds)).length > 0;
  } catch {
    return false;
  }
}

interface RequestBounds {
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** Runs one of the built-in tools for resources. Rejects with the client's errors. */
export async function callResourceTool(
  client: Client,
  { name, arguments: args }: ToolInvocation,
  bounds: RequestBounds,
  limit: number,
): Promise<ToolResult> {
  if (name === 'read_resource') {
    const { uri } = args;
    if (typeof uri !== 'string') return { content: 'uri must be a text', isError: true };
    const { contents } = await client.readResource({ uri }, bounds);
    const content = contents.map((resource): ContentBlock => ({ type: 'resource', resource }));
    return resultFromMcp({ content }, limit);
  }
  const cursor = typeof args['cursor'] === 'string' ? args['cursor'] : undefined;
  const { resources, nextCursor } = await resourcesAt(client, cursor, bounds);
  const templates = cursor === undefined ? await templatesOf(client, bounds) : [];
  const lines = [
    ...resources.map((one) => lineOf(one.uri, one)),
    ...templates.map((one) => lineOf(one.uriTemplate, one)),
    ...(nextCursor === undefined ? [] : [`There is more: list again with cursor ${nextCursor}`]),
  ];
  const text = lines.length === 0 ? 'There are no resources.' : lines.join('\n');
  return resultFromMcp({ content: [{ type: 'text', text }] }, limit);
}

function lineOf(address: string, about: Readonly<Record<string, unknown>>): string {
  const { name, description, mimeType } = about;
  const kind = typeof mimeType === 'string' ? ` ${mimeType}` : '';
  const text = typeof description === 'string' ? description : String(name);
  return `- ${address}${kind}: ${text.replaceAll(/\s+/g, ' ')}`;
}

async function resourcesAt(client: Client, cursor: string | undefined, bounds: RequestBounds) {
  const params = cursor === undefined ? {} : { params: { cursor } };
  return client.request({ method: 'resources/list', ...params }, RESOURCES_PAGE, bounds);
}

/** Lists the resource templates. Returns none if the server does not support the method. */
async function templatesOf(client: Client, bounds: RequestBounds) {
  try {
    const request = { method: 'resources/templates/list' };
    return (await client.request(request, TEMPLATES_PAGE, bounds)).resourceTemplates;
  } catch {
    bounds.signal?.throwIfAborted();
    return [];
  }
}

function schemaOf(
  name: string,
  description: string,
  properties: JsonObject,
  required: readonly string[],
): ToolSchema {
  const parameters = { type: 'object', properties, required: [...required] };
  return { type: 'function', replay: 'safe', function: { name, description, parameters } };
}
