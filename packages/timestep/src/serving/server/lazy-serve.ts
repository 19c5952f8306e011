import type { Serving } from './serve.ts';
import { rejectUnknownServeOptions, type ServeOptions } from './serve-options.ts';

/**
 * Serves agents: A2A at `/agents/<agentId>`, and at the root if there is one agent; each agent's
 * environment at `/mcp` below both; OpenAI Responses at `/v1`. The first call loads the server's code.
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  rejectUnknownServeOptions(options);
  const { openServer } = await import('./serve.ts');
  return openServer(options);
}
