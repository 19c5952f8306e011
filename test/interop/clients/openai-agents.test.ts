import { expect, it } from 'vitest';
import { pythonReport, staged } from './stage.ts';

it('is the model of openai-agents 0.24.0', async () => {
  const { url } = await staged();
  const asked = [['pay', { amount: 5 }]];
  expect(await pythonReport('a2a-1-mcp-1', 'openai_agents.py', `${url}/v1`, `${url}/mcp`)).toEqual({
    run: 'You said: hello',
    followed: 'You said: again',
    streamed: 'You said: hello',
    tool: 'The tool said: noon in UTC',
    chat_tool: 'The tool said: noon in UTC',
    approved: { asked: ['send'], text: 'The tool said: sent to Ada' },
    approved_there: { asked, text: 'The tool said: paid 5' },
    refused_there: { asked, text: expect.stringContaining('did not approve') },
    approved_by_replay: { asked, text: 'The tool said: paid 5' },
    looked_there: 'The tool said: sunny in Oakland',
    handed: ['Clerk', 'The tool said: {"assistant": "Clerk"}'],
    looked: 'The tool said: sunny in Oakland',
    session: 4,
  });
});
