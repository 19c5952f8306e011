import { expect, it } from 'vitest';
import { Agent } from './agent/agent.ts';

it('says on its card what the program says of the agent', () => {
  const card = {
    provider: { organization: 'Example', url: 'https://example.com' },
    documentationUrl: 'https://example.com/docs',
    iconUrl: 'https://example.com/icon.png',
    inputModes: ['text/plain'],
    outputModes: ['text/markdown'],
    extensions: [{ uri: 'https://example.com/citations/v1', required: true }],
  };
  const model = () => ({ role: 'assistant', content: 'Hi.' }) as const;
  const { description } = new Agent({ agentId: 'a', name: 'Ann', model, card });
  expect(description).toMatchObject({ name: 'a', title: 'Ann', ...card });
});
