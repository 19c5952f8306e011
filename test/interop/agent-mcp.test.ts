import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ElicitRequest } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkAgents } from '@timestep-ai/timestep/folder';
import { NODE_VARIABLES } from './node-variables.ts';

const MAIN = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');

function workspace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function program(folder: string, ...options: readonly string[]) {
  return {
    command: process.execPath,
    args: ['--conditions=@timestep/source', MAIN, 'agent-mcp', folder, ...options],
    env: NODE_VARIABLES,
  };
}

const CREATE = {
  name: 'create_agent',
  arguments: {
    agent: 'guide',
    name: 'Guide',
    prompt: 'Guide people.',
    settings: { model: 'builtin:echo' },
  },
};
const CHANGE = { name: 'change_agent', arguments: { agent: 'guide', prompt: 'Guide them home.' } };
const TRY = { name: 'try_agent', arguments: { agent: 'guide', message: 'Where?' } };

/** A person who is asked, and what they were shown. */
function person(approve: boolean) {
  const shown: string[] = [];
  return {
    shown,
    answer({ message }: { readonly message: string }) {
      shown.push(message);
      return { action: 'accept' as const, content: { approve } };
    },
  };
}

async function newest(folder: string, mode: 'auto' | 'legacy', asked?: ReturnType<typeof person>) {
  const client = new Client(
    { name: 'client', version: '1.0.0' },
    { versionNegotiation: { mode }, ...(asked && { capabilities: { elicitation: { form: {} } } }) },
  );
  if (asked) {
    client.setRequestHandler('elicitation/create', async ({ params }: ElicitRequest) =>
      asked.answer(params),
    );
  }
  await client.connect(new StdioClientTransport(program(folder)));
  onTestFinished(() => client.close());
  return client;
}

describe('timestep agent-mcp over standard input and output', () => {
  it.each(['auto', 'legacy'] as const)(
    'asks a person by the SDK 2 in its mode %s',
    async (mode) => {
      const folder = workspace();
      const asked = person(true);
      const client = await newest(folder, mode, asked);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'list_agents',
        'get_agent',
        'create_agent',
        'clone_agent',
        'delete_agent',
        'change_agent',
        'write_part',
        'remove_part',
        'try_agent',
      ]);
      expect(await client.callTool(CREATE)).not.toHaveProperty('isError');
      expect(checkAgents(folder, {}).flatMap(({ problems }) => problems)).toEqual([]);
      expect(await client.callTool(CHANGE)).not.toHaveProperty('isError');
      expect(asked.shown[0]).toContain('+ Guide people.');
      expect(asked.shown[1]).toContain('- Guide people.\n+ Guide them home.');
      expect((await client.callTool(TRY)).content).toEqual([
        { type: 'text', text: 'Echo: Where?' },
      ]);
    },
  );

  it('asks a person by the SDK 1, and heeds a no', async () => {
    const folder = workspace();
    const asked = person(false);
    const client = new ClientV1(
      { name: 'client', version: '1.0.0' },
      { capabilities: { elicitation: {} } },
    );
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => asked.answer(params));
    await client.connect(new StdioClientTransportV1(program(folder)));
    onTestFinished(() => client.close());
    expect(await client.callTool(CREATE)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('a person refused to make the agent guide') }],
    });
    expect(asked.shown).toHaveLength(1);
  });

  it('refuses changes where nobody can be asked, and says what allows them', async () => {
    const client = await newest(workspace(), 'auto');
    const { content, isError } = await client.callTool(CREATE);
    expect(isError).toBe(true);
    expect(content).toMatchObject([
      { text: expect.stringMatching(/connect with a client that offers elicitation, or .* --yes/) },
    ]);
  });

  it('makes changes at once with --yes', async () => {
    const folder = workspace();
    const client = new ClientV1({ name: 'client', version: '1.0.0' });
    await client.connect(new StdioClientTransportV1(program(folder, '--yes')));
    onTestFinished(() => client.close());
    expect(await client.callTool(CREATE)).not.toHaveProperty('isError');
    expect(readFileSync(join(folder, 'guide/prompt.md'), 'utf8')).toBe('Guide people.\n');
  });
});
