/**
 * An agent is a function: messages in, one message out. This program serves one over A2A and calls
 * it.
 */
import assert from 'node:assert/strict';
import { Agent, createClient, type AgentFn } from '@timestep-ai/timestep';

const counting: AgentFn = (messages, { emit }) => {
  emit({ type: 'text', text: 'One moment. ' });
  const asked = messages.filter(({ role }) => role === 'user').length;
  return { role: 'assistant', content: `You have asked ${asked} times.` };
};

const serving = await new Agent({ agentId: 'counter', name: 'Counter', model: counting }).start({
  port: 0,
  database: ':memory:',
});
const client = createClient();
try {
  const { contextId = '' } = await client.ask(serving.url, 'How often have I asked?');
  const second = await client.ask(serving.url, 'And now?', { contextId });
  assert.equal(second.text, 'You have asked 2 times.');
} finally {
  await client.close();
  await serving.close(0);
}
