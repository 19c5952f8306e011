import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';

/** Lets a client say to its server in which folders it may work (MCP, Roots). */
export function giveRoots(client: Client, paths: readonly string[]): void {
  const roots = paths.map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) }));
  client.setRequestHandler('roots/list', () => ({ roots }));
}
