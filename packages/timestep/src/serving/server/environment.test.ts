import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import type { JsonObject } from '#core';
import { tool } from '#engine/tools';
import { listen, ListenError } from '#protocols/http';
import { connectEnvironment } from '#protocols/mcp';
import { Environment } from './environment.ts';

const { signal } = new AbortController();
const task = { id: 'task', contextId: 'context', agent: 'Ann', metadata: {} };
const context = { key: 'key', attempt: 1, task, signal };
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function weather(): Environment {
  return new Environment({ environmentId: 'weather', enableHandoff: false }).tool(
    'get_weather',
    {
      description: 'Tells the weather',
      input: z.object({ city: z.string() }),
      output: z.object({ sky: z.string() }),
    },
    ({ city }) => ({ sky: `clear over ${city}` }),
  );
}

const call = { id: 'call', name: 'get_weather', arguments: { city: 'Oakland' } };
const clear = {
  content: '{"sky":"clear over Oakland"}',
  structured: { sky: 'clear over Oakland' },
};

async function namesOf(environment: Pick<Environment, 'listTools'>): Promise<string[]> {
  return (await environment.listTools(signal)).map((listed) => listed.function.name);
}

async function connects(url: string): Promise<boolean> {
  try {
    const connected = await connectEnvironment({ url }, { patienceMs: 0 });
    await connected.close();
    return true;
  } catch {
    return false;
  }
}

describe('an environment of tools made by tool()', () => {
  const asked: string[] = [];
  const look = tool({
    description: 'Tells the weather',
    input: z.object({ city: z.string() }),
    output: z.object({ sky: z.string() }),
    replay: 'probe',
    execute({ city }, { key, task: caller }) {
      asked.push(`${key} ${caller?.id ?? 'nobody'}`);
      return { sky: `clear over ${city}` };
    },
    probe: ({ city }, { key }) => ({ content: `${city} ${key}` }),
  });
  const environment = new Environment({ environmentId: 'weather', enableHandoff: false });
  environment.tool('get_weather', look);

  it('calls and probes them within the process, with the task that asks', async () => {
    expect(await environment.callTool(call, context)).toEqual(clear);
    expect(asked.splice(0)).toEqual(['key task']);
    expect(await environment.probeTool(call, context)).toEqual({ content: 'Oakland key' });
    const [shown] = await environment.listTools(signal);
    expect(shown).toMatchObject({ replay: 'probe', function: { name: 'get_weather' } });
  });

  it('calls them over MCP, where there is no task but the same key', async () => {
    const connected = await connectEnvironment({ handler: environment.handler });
    closers.push(() => connected.close());
    expect(await connected.callTool(call, context)).toEqual(clear);
    expect(asked.splice(0)).toEqual(['key nobody']);
    const wrong = await connected.callTool({ ...call, arguments: { city: 7 } }, context);
    expect(wrong).toMatchObject({ isError: true, content: expect.stringMatching(/city/) });
    expect(asked).toEqual([]);
  });

  it('is refused a tool that has nothing to run', () => {
    const broken = new Environment({ environmentId: 'broken' });
    expect(() => broken.tool('idle', {} as never)).toThrow(
      expect.objectContaining({ code: 'bad-definition', message: expect.stringMatching(/idle/) }),
    );
  });
});

describe('an environment', () => {
  it('is used within the process', async () => {
    const environment = weather();
    expect(await namesOf(environment)).toEqual(['get_weather']);
    expect(await environment.callTool(call, context)).toEqual(clear);
    expect(await environment.systemPrompt('Ann', signal)).toBe('You are Ann.');
  });

  it('is used through its handler', async () => {
    const environment = weather();
    const connected = await connectEnvironment({ handler: environment.handler });
    closers.push(() => connected.close());
    expect(await namesOf(connected)).toEqual(['get_weather']);
    expect(await connected.callTool(call, context)).toEqual(clear);
    expect(await connected.systemPrompt('Ann', signal)).toBe('You are Ann.');
  });

  it('is served at /mcp and nowhere else', async () => {
    const listening = await weather().start({ port: 0 });
    const connected = await connectEnvironment({ url: `${listening.url}/mcp` });
    closers.push(
      () => connected.close(),
      () => listening.close(0),
    );
    expect(await connected.callTool(call, context)).toEqual(clear);
    expect((await fetch(`${listening.url}/other`, { method: 'POST' })).status).toBe(404);
  });

  it('is not served to the world without a check of who is calling', async () => {
    await expect(weather().start({ port: 0, host: '0.0.0.0' })).rejects.toThrow(ListenError);
  });

  it('has a handoff tool unless told otherwise', async () => {
    expect(await namesOf(new Environment({ environmentId: 'a' }))).toEqual(['handoff']);
    expect(await namesOf(weather())).not.toContain('handoff');
  });

  it('makes handoffs as its options say', async () => {
    const environment = new Environment({
      environmentId: 'a',
      handoff: {
        allow: ['http://agents.example'],
        callAgent: async ({ agentUri, message }) => ({ text: `${agentUri}: ${message}` }),
      },
    });
    const handOff = (agent_uri: string) => {
      const args = { agent_uri, message: 'hello' };
      return environment.callTool({ id: 'call', name: 'handoff', arguments: args }, context);
    };
    expect(await handOff('http://agents.example/one')).toMatchObject({
      content: 'http://agents.example/one: hello',
    });
    expect(await handOff('http://localhost/')).toMatchObject({ isError: true });
  });

  it('tells the model of wrong arguments', async () => {
    const result = await weather().callTool({ ...call, arguments: {} }, context);
    expect(result).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^invalid arguments for tool get_weather: city: /),
    });
  });

  it('takes tools that are added while it is served', async () => {
    const environment = weather();
    const connected = await connectEnvironment({ handler: environment.handler });
    closers.push(() => connected.close());
    expect(await namesOf(connected)).toEqual(['get_weather']);
    environment.tool('now', {}, () => 'noon');
    expect(await namesOf(environment)).toEqual(['get_weather', 'now']);
    await expect.poll(() => namesOf(connected)).toEqual(['get_weather', 'now']);
    expect(await connected.callTool({ ...call, name: 'now' }, context)).toEqual({
      content: 'noon',
    });
  });

  it('has prompts, resources and whatever a hook registers', async () => {
    const environment = weather()
      .prompt('greeting', { description: 'Greets' }, () => 'Hello!')
      .resource('note', { uri: 'notes://{id}' }, (_uri, { id }) => `note ${String(id)}`)
      .configure((server) => {
        server.registerPrompt('farewell', {}, () => ({ messages: [] }));
      })
      .configure((server) => {
        server.registerPrompt('silence', {}, () => ({ messages: [] }));
      });
    const connected = await connectEnvironment({ handler: environment.handler });
    closers.push(() => connected.close());
    const { prompts } = await connected.use((client) => client.listPrompts());
    expect(prompts.map(({ name }) => name)).toEqual([
      'system_prompt',
      'greeting',
      'farewell',
      'silence',
    ]);
    const { contents } = await connected.use((client) => client.readResource({ uri: 'notes://7' }));
    expect(contents).toMatchObject([{ text: 'note 7' }]);
  });

  it('tells its clients who it is', async () => {
    const environment = new Environment({
      environmentId: 'weather',
      contextId: 'context',
      agentId: 'Ann',
      instructions: 'Ask about one city at a time.',
      version: '2.0.0',
    });
    expect(environment).toMatchObject({
      environmentId: 'weather',
      contextId: 'context',
      agentId: 'Ann',
    });
    const connected = await connectEnvironment({ handler: environment.handler });
    closers.push(() => connected.close());
    await connected.use(async (client) => {
      expect(client.getServerVersion()).toMatchObject({
        name: 'Environment-weather',
        version: '2.0.0',
      });
      expect(client.getInstructions()).toBe('Ask about one city at a time.');
      const prompt = await client.getPrompt({ name: 'system_prompt' });
      expect(prompt.messages[0]?.content).toMatchObject({ text: 'You are Ann.' });
    });
  });

  it('runs over HTTP until it is told to stop', async () => {
    const taken = await listen(() => new Response(), { port: 0 });
    await taken.close(0);
    const url = `${taken.url}/mcp`;
    const stop = new AbortController();
    const running = weather().run('http', { port: taken.port, signal: stop.signal });
    await expect.poll(() => connects(url)).toBe(true);
    stop.abort();
    await running;
    expect(await connects(url)).toBe(false);
  });

  it('runs over standard input and output', async () => {
    const program = `
      import { Environment } from ${JSON.stringify(new URL('./environment.ts', import.meta.url))};
      await new Environment({ environmentId: 'now' }).tool('now', {}, () => 'noon').run('stdio');`;
    const connected = await connectEnvironment({
      command: process.execPath,
      args: ['--conditions=@timestep/source', '--input-type=module', '--eval', program],
    });
    closers.push(() => connected.close());
    expect(await connected.callTool({ ...call, name: 'now' }, context)).toEqual({
      content: 'noon',
    });
  });

  it('gives functions the types of their schemas', async () => {
    const environment = new Environment({ environmentId: 'types', enableHandoff: false })
      .tool('zod', { input: z.object({ a: z.coerce.number() }) }, (args) => {
        expectTypeOf(args).toEqualTypeOf<{ a: number }>();
        return args.a + 1;
      })
      .tool('json', { input: { type: 'object' } }, (args) => {
        expectTypeOf(args).toEqualTypeOf<JsonObject>();
        return args;
      })
      .tool('none', {}, (args) => {
        expectTypeOf(args).toEqualTypeOf<JsonObject>();
        return args;
      });
    const given = { a: '1' };
    const contents = ['zod', 'json', 'none'].map(async (name) => {
      const result = await environment.callTool({ id: name, name, arguments: given }, context);
      return result.content;
    });
    expect(await Promise.all(contents)).toEqual(['2', '{"a":"1"}', '{"a":"1"}']);
  });
});
