/**
 * `parked-process.fixture.ts <harmless file>`: serves an agent in the current folder. Its model ends
 * the process unless the file exists. Prints the address.
 */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from '../../index.ts';

/** Time to send a response before the process ends. */
const ANSWERS_MS = 200;

const [, , harmless = '', port = '0'] = process.argv;
const agent = new Agent({
  agentId: 'poison',
  name: 'Poison',
  description: 'Ends its process.',
  async model() {
    await pause(ANSWERS_MS);
    if (!existsSync(harmless)) process.exit(3);
    return { role: 'assistant', content: 'done' };
  },
});
const serving = await agent.start({ port: Number(port) });
process.stdout.write(`${serving.url}\n`);
