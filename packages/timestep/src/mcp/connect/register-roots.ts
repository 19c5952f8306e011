import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';

/** MCP, Roots. */
export function registerRoots(client: Client, paths: readonly string[]): void {
  const roots = paths.map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) }));
  client.setRequestHandler('roots/list', () => ({ roots }));
}
