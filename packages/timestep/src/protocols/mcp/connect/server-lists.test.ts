import { expect, it } from 'vitest';
import { loadServerPrompt } from './server-lists.ts';

it('gives the server as long for its prompt as for the connection', async () => {
  const timeouts: unknown[] = [];
  const client = {
    getInstructions: () => 'Be brief.',
    async getPrompt(_prompt: object, { timeout }: { readonly timeout: number }) {
      timeouts.push(timeout);
      return { messages: [{ role: 'user', content: { type: 'text', text: 'You are a desk.' } }] };
    },
  };
  const catalog = { prompts: async () => [{ name: 'system_prompt' }] };
  const link = { client, catalog } as unknown as Parameters<typeof loadServerPrompt>[0];
  expect(await loadServerPrompt(link, 'desk', 'Desk', 120_000)).toMatch(/^You are a desk\./);
  expect(timeouts).toEqual([120_000]);
});
