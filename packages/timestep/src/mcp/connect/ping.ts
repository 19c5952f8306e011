import type { Client } from '@modelcontextprotocol/client';

/** Revisions without `ping` use `server/discover`. */
export async function ping(client: Client, timeoutMs: number): Promise<void> {
  const options = { timeout: timeoutMs };
  if (client.getProtocolEra() === 'modern') await client.discover(options);
  else await client.ping(options);
}
