import type { AssistantMessage, Replay } from '#core';
import type { ServedAgent } from '#engine/port';
import { runKillStory } from './run-kill-story.ts';

const REPLAYS: Readonly<Record<string, Replay>> = { look: 'safe', pay: 'never' };

const says = (content: string, call?: string): AssistantMessage => ({
  role: 'assistant',
  content,
  ...(call !== undefined && {
    tool_calls: [
      { id: `call-${call}`, type: 'function', function: { name: call, arguments: '{}' } },
    ],
  }),
});

/** Looks, pays after an approval, and answers. */
const desk: ServedAgent = {
  name: 'desk',
  toolSite: 'server',
  limits: { max_steps: 10, time_limit_s: 60 },
  agent(messages) {
    const results = messages.filter(({ role }) => role === 'tool').length;
    return results === 2 ? says('done') : says('', ['look', 'pay'][results]);
  },
  environment: () => ({
    listTools: () =>
      Object.entries(REPLAYS).map(([name, replay]) => ({
        type: 'function',
        replay,
        ...(name === 'pay' && { needsApproval: true }),
        function: { name, parameters: {} },
      })),
    callTool: async ({ name }) => ({ content: `did ${name}` }),
  }),
};

await runKillStory({ agents: () => [desk], messages: [{ text: 'Pay my bill.' }] });
