/** A tool with arguments typed by its zod schema, in an episode. */
import assert from 'node:assert/strict';
import { runEpisode, scriptedAgent, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

const weather = tool({
  description: 'The weather at a place on the next days.',
  input: z.object({ city: z.string(), days: z.number().int().default(1) }),
  output: z.object({ city: z.string(), sky: z.array(z.string()) }),
  replay: 'safe',
  execute: ({ city, days }) => ({ city, sky: Array.from({ length: days }, () => 'sunny') }),
});

const agent = scriptedAgent([
  { call: { tool: 'weather', arguments: { city: 'Oakland', days: 2 } } },
  'Two sunny days in Oakland.',
]);

const { messages, info } = await runEpisode(
  [{ role: 'user', content: 'How will the weather be?' }],
  agent,
  { tools: { weather } },
);
const result = messages.find(({ role }) => role === 'tool');
assert.deepEqual(result?.content, '{"city":"Oakland","sky":["sunny","sunny"]}');
assert.equal(info.terminated_reason, 'final_answer');
