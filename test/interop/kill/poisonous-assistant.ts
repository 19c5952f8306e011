/** Serves an assistant that ends its process: `ASSISTANT_PORT`, `POISON`, `HARMLESS`, `MEMORY_EVENTS`. */
import { createPoisonousAgent, type PoisonKind } from './poisonous-agent.ts';

const { ASSISTANT_PORT, POISON, HARMLESS = '', MEMORY_EVENTS = '' } = process.env;
const kind = POISON as PoisonKind;
const agent = createPoisonousAgent({ kind, harmless: HARMLESS, memoryEvents: MEMORY_EVENTS });
const serving = await agent.start({ port: Number(ASSISTANT_PORT) });
process.stdout.write(`poisonous assistant at ${serving.url}\n`);
