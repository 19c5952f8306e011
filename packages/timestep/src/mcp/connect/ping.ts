import type { Client } from '@modelcontextprotocol/client';

/**
 * Checks that the server responds: with `ping`, or with `server/discover` in revisions that have no
 * ping.
 */
export async function ping(client: Client, timeoutMs: number): Promise<void> {
  const options = { timeout: timeoutMs };
  if (client.getProtocolEra() === 'modern') await client.discover(options);
  else await client.ping(options);
}
