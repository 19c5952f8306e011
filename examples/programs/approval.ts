/**
 * A user approves or rejects a tool call; in this program, a function takes the place of the user.
 */
import assert from 'node:assert/strict';
import { runEpisode, scriptedAgent, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

const paid: number[] = [];
const pay = tool({
  description: 'Pays an amount.',
  input: z.object({ amount: z.number() }),
  needsApproval: true,
  execute: ({ amount }) => `paid, ${paid.push(amount)} so far`,
});
const agent = scriptedAgent([
  { call: { tool: 'pay', arguments: { amount: 5 } } },
  { call: { tool: 'pay', arguments: { amount: 5000 } } },
  'Done what I may.',
]);

const { messages } = await runEpisode([{ role: 'user', content: 'Pay my bills.' }], agent, {
  tools: { pay },
  approve: ({ function: call }) => !call.arguments.includes('5000'),
});
assert.deepEqual(paid, [5]);
assert.equal(messages.at(-1)?.content, 'Done what I may.');
