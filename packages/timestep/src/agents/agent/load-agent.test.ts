import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createA2AAgent } from '#protocols/a2a';
import type { JsonObject } from '#core';
import { agentBuiltinEcho } from '#agents/model';
import type { AgentFn } from '#engine/port';
import { runEpisode } from '#engine/runner';
import { Agent, Environment, serve } from '#serving/server';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgentFolder } from './load-agent.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function weatherServer(): Promise<string> {
  const environment = new Environment({ environmentId: 'weather', enableHandoff: false });
  const weather = ({ place = 'nowhere' }: { place?: unknown }): string => `${String(place)}: sunny`;
  environment.tool('get', { description: 'The weather.' }, weather);
  environment.tool('set', { description: 'Makes the weather.' }, weather);
  const listening = await environment.start({ port: 0 });
  open.push(() => listening.close(0));
  return `${listening.url}/mcp`;
}

/** Calls a tool once, and says what came of it. */
function callsThenTells(name: string, args: JsonObject): AgentFn {
  return (messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return { role: 'assistant', content: last.content };
    const called = { name, arguments: JSON.stringify(args) };
    const tool_calls = [{ id: 'c1', type: 'function', function: called }] as const;
    return { role: 'assistant', content: null, tool_calls };
  };
}

const never = new AbortController().signal;

describe('loadAgentFolder', () => {
  it('makes an agent that is served with the tools of its folder', async () => {
    const folder = createTestFolder({
      'tsagent.json': {
        metadata: { name: 'Wéather Girl', skills: [{ id: 'w', name: 'W', description: 'Tells.' }] },
        settings: { maxChatTurns: '7' },
        mcpServers: {
          sky: {
            url: await weatherServer(),
            toolPermissionRequired: { serverDefault: true, tools: { get: false } },
          },
        },
      },
      'prompt.md': 'Tell the weather.\n',
    });
    const seen: string[] = [];
    const definition = loadAgentFolder(folder, {
      model(messages, context) {
        seen.push(JSON.stringify([messages[0], context.tools.map((tool) => tool.function.name)]));
        return callsThenTells('sky_get', { place: 'Oakland' })(messages, context);
      },
    });
    open.push(() => definition.close());
    expect(definition).toMatchObject({
      agentId: 'weather-girl',
      name: 'Wéather Girl',
      description: 'Wéather Girl',
      skills: [{ id: 'w' }],
      limits: { max_steps: 7 },
    });
    const agent = new Agent(definition);
    const serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
    open.push(() => serving.close(0));
    const question = [{ role: 'user', content: 'How is it?' }] as const;
    const { messages } = await runEpisode(question, createA2AAgent(serving.url));
    expect(messages.at(-1)).toMatchObject({ content: 'Oakland: sunny' });
    // An autonomous agent is not offered what a person would have to allow.
    expect(seen[0]).toBe(
      JSON.stringify([{ role: 'system', content: 'Tell the weather.' }, ['sky_get']]),
    );
  });

  it('asks a person before tools, unless the folder says otherwise', async () => {
    const url = await weatherServer();
    const folder = createTestFolder({
      'tsagent.json': {
        metadata: { name: 'x' },
        mcpServers: { sky: { url, toolPermissionRequired: { tools: { get: false } } } },
      },
    });
    const definition = loadAgentFolder(folder, { model: agentBuiltinEcho });
    open.push(() => definition.close());
    const environment = definition.environments.default;
    const tools = await environment.listTools(never);
    expect(tools.map((tool) => [tool.function.name, tool.needsApproval ?? false])).toEqual([
      ['ask_user', false],
      ['sky_get', false],
      ['sky_set', true],
    ]);
    const context = {
      key: 'k',
      attempt: 1,
      task: { id: 't', contextId: 'c', agent: 'x', metadata: {} },
      signal: never,
    };
    const calling = async (name: string) =>
      environment.callTool({ id: 'c', name, arguments: { place: 'A' } }, context);
    expect(await calling('sky_get')).toMatchObject({ content: 'A: sunny' });
    expect(await calling('sky_set')).toMatchObject({ isError: true });
    await expect(calling('get')).rejects.toThrow('unknown_tool:get');
  });

  it('starts commands in the folder, with what the folder says of the environment', async () => {
    const index = join(import.meta.dirname, '..', '..', 'index.ts');
    const folder = createTestFolder({
      'server.ts': `
        import { Environment } from ${JSON.stringify(index)};
        const environment = new Environment({ environmentId: 'e', enableHandoff: false });
        environment.tool('where', {}, () => process.cwd() + ' ' + process.env.SECRET);
        await environment.run('stdio');`,
      '.env': 'KEY_OF_FOLDER=hidden',
      'tsagent.json': {
        metadata: { name: 'x' },
        settings: { toolPermission: 'never' },
        mcpServers: {
          own: {
            type: 'stdio',
            command: process.execPath,
            args: ['server.ts'],
            env: { SECRET: '<${env:KEY_OF_FOLDER}>' },
          },
        },
      },
    });
    const definition = loadAgentFolder(folder, {
      model: callsThenTells('own_where', {}),
    });
    open.push(() => definition.close());
    const { messages } = await runEpisode([{ role: 'user', content: 'go' }], definition.model, {
      tools: definition.environments.default,
    });
    expect(messages.at(-1)?.content).toMatch(/agent-.* <\[secret\]>$/);
  });

  it.each([
    ['no model', {}, 'has no model: set settings.model'],
    ['an unknown provider', { model: 'moon:x/y' }, 'openai'],
    ['no key', { model: 'openai/gpt-4o-mini' }, 'set OPENAI_API_KEY'],
  ])('refuses %s', (_, settings, said) => {
    const folder = createTestFolder({ 'tsagent.json': { metadata: { name: 'x' }, settings } });
    expect(() => loadAgentFolder(folder, { env: {} })).toThrow(said);
  });
});
