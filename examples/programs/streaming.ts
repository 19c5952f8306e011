/** Streams the events of an episode while it runs, as a user interface needs them. */
import assert from 'node:assert/strict';
import { DEFAULT_TOOLS, scriptedAgent, streamEpisode } from '@timestep-ai/timestep';

const agent = scriptedAgent([
  { call: { tool: 'calc', arguments: { expr: '6 * 7' } } },
  'The answer is 42.',
]);

let page = '';
const question = { role: 'user', content: 'What is 6 * 7?' } as const;
for await (const event of streamEpisode([question], agent, { tools: DEFAULT_TOOLS })) {
  if (event.type === 'ToolCallStart') page += `[${event.toolCallName}] `;
  if (event.type === 'TextMessageContent') page += event.delta;
  if (event.type === 'RunFinished') page += ` (${event.result.episodeInfo.steps} steps)`;
}
assert.equal(page, '[calc] The answer is 42. (2 steps)');
