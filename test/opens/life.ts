/** A process that is killed: `life.ts main|peers <database> <address of the peers>`. */
import { serve } from '@timestep-ai/timestep';
import { agentsOf, peersOf, PUSH_HOST, sendWithin, type Send } from './agents.ts';

const [role = '', database = '', peerUrl = ''] = process.argv.slice(2);
const NEVER = new Promise<never>(() => undefined);

const ready = Promise.withResolvers<Send>();
const send: Send = async (...message) => (await ready.promise)(...message);

/** Tells what it was at, and does not come back. */
function hold(what: string): Promise<never> {
  process.stdout.write(`holding ${what}\n`);
  return NEVER;
}

const serving = await serve({
  agents: role === 'main' ? agentsOf({ hold, send, peerUrl }) : peersOf({ hold }),
  port: 0,
  database,
  allowedPushHosts: [PUSH_HOST],
});
ready.resolve(sendWithin(serving));
process.stdout.write(`serving ${serving.url}\n`);
