/** Serves an assistant whose model takes its time: `ASSISTANT_PORT`, `MODEL_MS`. */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from '@timestep-ai/timestep';

const modelMs = Number(process.env['MODEL_MS']);
const agent = new Agent({
  agentId: 'slow-assistant',
  name: 'Slow Assistant',
  description: 'Answers late.',
  async model() {
    await pause(modelMs);
    return { role: 'assistant', content: 'done' };
  },
});
const serving = await agent.start({ port: Number(process.env['ASSISTANT_PORT']) });
process.stdout.write(`slow assistant at ${serving.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void serving.close());
