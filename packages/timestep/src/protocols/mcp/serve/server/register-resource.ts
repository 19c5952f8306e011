import {
  ResourceTemplate,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
  type ReadResourceResult,
  type Variables,
} from '@modelcontextprotocol/server';
import { omitUndefined } from '#core';
import { shownFieldsToMcp } from '../compile.ts';
import type { ResourceDefinition, ResourceValue } from '../definition.ts';
import type { Registration } from './registry.ts';

export function registerResource(server: McpServer, resource: ResourceDefinition): Registration {
  const { name, uri, read, mimeType, cacheHint } = resource;
  const shown = { ...shownFieldsToMcp(resource), ...omitUndefined({ mimeType, cacheHint }) };
  const answer = async (address: URL, variables: Variables, request: ServerContext) =>
    resourceToMcp(await read(address, variables, request), address, mimeType);
  if (uri.includes('{')) {
    const template = new ResourceTemplate(uri, { list: undefined });
    return server.registerResource(name, template, shown, answer);
  }
  return server.registerResource(name, uri, shown, (address, request) =>
    answer(address, {}, request),
  );
}

function resourceToMcp(
  value: ResourceValue,
  address: URL,
  mimeType: string | undefined,
): ReadResourceResult | InputRequiredResult {
  const head = omitUndefined({ uri: address.href, mimeType });
  if (typeof value === 'string') return { contents: [{ ...head, text: value }] };
  if (!(value instanceof Uint8Array)) return value;
  return { contents: [{ ...head, blob: Buffer.from(value).toString('base64') }] };
}
