import type { Client } from '@modelcontextprotocol/client';

/** Asks the server for a sign of life: `ping`, and in revisions that have none `server/discover`. */
export async function ping(client: Client, timeoutMs: number): Promise<void> {
  const options = { timeout: timeoutMs };
  if (client.getProtocolEra() === 'modern') await client.discover(options);
  else await client.ping(options);
}
