/** An agent on Temporal that is killed at each point of a story: `kill-story.ts`, at `TEMPORAL_ADDRESS`. */
import { basename, join } from 'node:path';
import { Agent, scriptedAgent, tool } from '@timestep-ai/timestep';
import { runKillStory } from '@timestep-ai/timestep/testing';
import { openTemporal } from '@timestep-ai/temporal';

const bank = new Agent({
  agentId: 'bank',
  model: scriptedAgent({
    rules: [
      { when: { tool_result: 'pay' }, reply: 'Done.' },
      { reply: { call: { tool: 'pay', arguments: {} } } },
    ],
  }),
  tools: [tool({ name: 'pay', description: 'Pays.', needsApproval: true, execute: () => 'paid' })],
});

await runKillStory({
  agents: () => [bank],
  messages: [{ text: 'Pay my bill.' }],
  open: ({ agents, folder }) =>
    openTemporal({
      agents,
      database: join(folder, 'tasks.db'),
      address: process.env['TEMPORAL_ADDRESS'] ?? '127.0.0.1:7233',
      taskQueue: basename(folder),
      heartbeatMs: 2000,
      crashLimit: Number.POSITIVE_INFINITY,
    }),
});
