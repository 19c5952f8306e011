/** Serves, on Temporal, an assistant that ends its process: `TEMPORAL`, and what it needs on SQLite. */
import { openTemporal } from '@timestep-ai/temporal';
import { createPoisonousAgent, type PoisonKind } from '../interop/kill/poisonous-agent.ts';

const { ASSISTANT_PORT, POISON, HARMLESS = '', MEMORY_EVENTS = '' } = process.env;
const { TEMPORAL: address = '' } = process.env;
/** Short, because each crash is noticed only after this time. */
const heartbeatMs = 2000;
const kind = POISON as PoisonKind;
const agent = createPoisonousAgent({ kind, harmless: HARMLESS, memoryEvents: MEMORY_EVENTS });
const serving = await agent.start({
  port: Number(ASSISTANT_PORT),
  backend: (needs) => openTemporal({ ...needs, address, database: 'tasks.db', heartbeatMs }),
});
process.stdout.write(`poisonous assistant at ${serving.url}\n`);
