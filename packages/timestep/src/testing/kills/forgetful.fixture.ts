import { openMemory } from '#engine/runner';
import { runKillStory } from './run-kill-story.ts';

/** Keeps its tasks in memory, so that a kill takes them. */
await runKillStory({
  agents: () => [
    {
      name: 'forgetful',
      toolSite: 'server',
      limits: { max_steps: 10, time_limit_s: 60 },
      agent: () => ({ role: 'assistant', content: 'done' }),
      environment: () => ({
        listTools: () => [],
        callTool: async () => ({ content: '' }),
      }),
    },
  ],
  messages: [{ text: 'Hello.' }],
  open: ({ agents }) => openMemory({ agents }),
});
