import { expect, it, onTestFinished } from 'vitest';
import { Environment } from '#serving/server';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgentFolder } from './load-agent.ts';

const never = new AbortController().signal;

/** The system prompt of an agent with a server that says this of its use. */
async function promptWith(instructions: string, server: object = {}, settings: object = {}) {
  const environment = new Environment({
    environmentId: 'sky',
    enableHandoff: false,
    instructions,
  });
  environment.tool('get', { annotations: { readOnlyHint: true } }, () => 'sunny');
  const listening = await environment.start({ port: 0 });
  onTestFinished(() => listening.close(0));
  const path = createTestFolder({
    'prompt.md': 'Tell the weather.',
    'tsagent.json': {
      metadata: { name: 'x' },
      settings: { model: 'builtin:echo', ...settings },
      mcpServers: { sky: { url: `${listening.url}/mcp`, ...server } },
    },
  });
  const definition = loadAgentFolder(path, { env: { KEY: 'sesame' } });
  onTestFinished(() => definition.close());
  return definition.environments.default.systemPrompt('x', never);
}

it('tells the model what a server says of its use, under the name of the folder', async () => {
  expect(await promptWith('Ask for places.\nNever twice.')).toBe(
    'Tell the weather.\n\nThe MCP server sky gives these instructions for its tools:\n> Ask for places.\n> Never twice.',
  );
});

it('says nothing where the folder does not want it, or the agent has no tool of the server', async () => {
  expect(await promptWith('Ask for places.', { instructions: false })).toBe('Tell the weather.');
  const toolEnabled = { serverDefault: false };
  expect(await promptWith('Ask for places.', { toolEnabled })).toBe('Tell the weather.');
  expect(await promptWith('  ')).toBe('Tell the weather.');
});

it('masks the secrets that the folder gives the server', async () => {
  const headers = { authorization: '${env:KEY}' };
  expect(await promptWith('The key is sesame.', { headers })).not.toContain('sesame');
});
