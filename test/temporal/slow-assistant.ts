/** Serves an assistant on Temporal whose model takes its time: `ASSISTANT_PORT`, `MODEL_MS`, `TEMPORAL`. */
import { setTimeout as pause } from 'node:timers/promises';
import { openTemporal } from '@timestep-ai/temporal';
import { Agent } from '@timestep-ai/timestep';

const { ASSISTANT_PORT, MODEL_MS, TEMPORAL: address = '' } = process.env;
const agent = new Agent({
  agentId: 'slow-assistant',
  name: 'Slow Assistant',
  description: 'Answers late.',
  async model() {
    await pause(Number(MODEL_MS));
    return { role: 'assistant', content: 'done' };
  },
});
const serving = await agent.start({
  port: Number(ASSISTANT_PORT),
  backend: (needs) => openTemporal({ ...needs, address, database: 'tasks.db' }),
});
process.stdout.write(`slow assistant at ${serving.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void serving.close());
