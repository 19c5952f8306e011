import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#core';
import {
  connectEnvironment,
  createEnvironmentHandler,
  type ConnectedEnvironment,
} from '#protocols/mcp';
import type { ToolResult } from '#engine/port';
import { loadAgent } from '#agents/agent';
import { Agent, askOnce } from '#serving/server';
import { checkAgents, readAgentFolder } from '#agents/folder';
import { createTestFolder } from '../folder.fixture.ts';
import type { WorkspaceOptions } from './workspace-tools.ts';
import { createAgentAuthoringTools } from './workspace-tools.ts';

const never = new AbortController().signal;

const GUIDE = {
  'guide/tsagent.json': { metadata: { name: 'Guide' }, settings: { model: 'builtin:echo' } },
  'guide/prompt.md': 'Guide people.\n',
  'guide/rules/kind.mdt': '---\nname: kind\ninclude: always\n---\nBe kind.\n',
};

async function stage(
  files: Readonly<Record<string, string | object>>,
  options: Partial<WorkspaceOptions> = {},
) {
  const root = realpathSync(createTestFolder(files));
  const tools = createAgentAuthoringTools(root, {
    version: '1.2.3',
    async askOnce(storage, message, context, showsTurns) {
      const definition = await loadAgent(storage);
      onTestFinished(() => definition.close());
      return askOnce(new Agent(definition), message, context, { showsTurns });
    },
    ...options,
  });
  const handler = createEnvironmentHandler(tools);
  const environment = await connectEnvironment({ handler });
  onTestFinished(async () => {
    await environment.close();
    await handler.close();
  });
  return { root, environment, ...calls(environment) };
}

function calls(environment: ConnectedEnvironment) {
  const task = { id: 't', contextId: 'c', agent: 'a', metadata: {} };
  const context = { key: 'k', attempt: 1, task, signal: never };
  const call = (name: string, args: JsonObject, more: object = {}): Promise<ToolResult> =>
    Promise.resolve(
      environment.callTool({ id: 'c', name, arguments: args }, { ...context, ...more }),
    );
  return {
    call,
    /** Answers the question that the call asks. */
    answered: async (
      name: string,
      args: JsonObject,
      text: string,
      meanwhile: () => void = () => undefined,
    ) => {
      const { question } = await call(name, args);
      if (!question) throw new Error('asked nothing');
      meanwhile();
      return { question, result: await call(name, args, { answers: [{ question, text }] }) };
    },
  };
}

const allowed = { allowsChanges: true };

describe('looking', () => {
  it('lists agents, those that cannot be read with the reason', async () => {
    const { call } = await stage({
      ...GUIDE,
      'team/broken/tsagent.json': '{',
      '.hidden/tsagent.json': {},
      'node_modules/x/tsagent.json': {},
    });
    expect(JSON.parse((await call('list_agents', {})).content)).toEqual({
      agents: [
        {
          agent: 'guide',
          name: 'Guide',
          version: '1.0.0',
          mode: 'interactive',
          model: 'builtin:echo',
        },
        { agent: 'team/broken', problem: 'team/broken/tsagent.json:1 is not valid JSON' },
      ],
    });
  });

  it('reads an agent without its secrets, and the text of a part', async () => {
    const { call } = await stage({
      ...GUIDE,
      'guide/tsagent.json': {
        metadata: { name: 'Guide' },
        providers: { openai: { OPENAI_API_KEY: 'sk-very-secret' } },
        mcpServers: { sky: { url: 'http://x', headers: { authorization: 'sk-very-secret' } } },
      },
    });
    const whole = (await call('get_agent', { agent: 'guide' })).content;
    expect(whole).not.toContain('very-secret');
    expect(JSON.parse(whole)).toMatchObject({
      prompt: 'Guide people.',
      rules: [{ name: 'kind', include: 'always' }],
      servers: ['sky'],
      files_version: expect.any(String),
    });
    const part = await call('get_agent', { agent: 'guide', kind: 'rule', name: 'kind' });
    expect(JSON.parse(part.content)).toMatchObject({ text: 'Be kind.' });
    const none = await call('get_agent', { agent: 'guide', kind: 'skill', name: 'x' });
    expect(none).toMatchObject({ isError: true });
  });
});

describe('asking a person', () => {
  it('shows the diff, and makes what was said yes to', async () => {
    const { root, answered } = await stage(GUIDE);
    const args = { agent: 'guide', prompt: 'Guide people home.' };
    const { question, result } = await answered('change_agent', args, 'yes');
    expect(question.text).toBe(
      'May I change the agent guide?\n\nprompt.md\n- Guide people.\n+ Guide people home.',
    );
    expect(question.options).toEqual(['yes', 'no']);
    expect(result).toEqual({ content: 'prompt.md was changed.' });
    expect(readFileSync(join(root, 'guide/prompt.md'), 'utf8')).toBe('Guide people home.\n');
  });

  it('makes nothing after a no', async () => {
    const { root, answered } = await stage(GUIDE);
    const { result } = await answered('delete_agent', { agent: 'guide' }, 'no');
    expect(result).toEqual({
      content: 'a person refused to delete the agent guide: ask what they want instead',
      isError: true,
    });
    expect(existsSync(join(root, 'guide/tsagent.json'))).toBe(true);
  });

  it('asks again where the files changed after the question', async () => {
    const { root, answered } = await stage(GUIDE);
    const file = join(root, 'guide/prompt.md');
    const { result } = await answered(
      'change_agent',
      { agent: 'guide', prompt: 'Mine.' },
      'yes',
      () => writeFileSync(file, 'Theirs.\n'),
    );
    expect(result.question?.text).toContain('- Theirs.');
    expect(readFileSync(file, 'utf8')).toBe('Theirs.\n');
  });

  it('takes the word of a caller that has asked its user', async () => {
    const { call } = await stage(GUIDE);
    const args = { agent: 'guide', settings: { temperature: 0.5 } };
    expect(await call('change_agent', args, { approved: true })).toEqual({
      content: 'tsagent.json was changed.',
    });
  });

  it('shows no secret of a manifest on one line', async () => {
    const manifest = {
      metadata: { name: 'Guide' },
      providers: { openai: { OPENAI_API_KEY: 'sk-very-secret' } },
    };
    const { call } = await stage({ 'guide/tsagent.json': JSON.stringify(manifest) });
    const { question } = await call('change_agent', { agent: 'guide', metadata: { version: '2' } });
    expect(question?.text).toContain('"version"');
    expect(question?.text).not.toContain('very-secret');
  });
});

describe('making and changing', () => {
  it('makes an agent that timestep check finds nothing wrong with', async () => {
    const { root, call } = await stage({}, allowed);
    const tool = {
      name: 'book',
      description: 'Books.',
      parameters: { type: 'object', properties: { to: {} } },
      prompt: 'To {to}',
    };
    const result = await call('create_agent', {
      agent: 'desks/travel',
      name: 'Travel Desk',
      description: 'Plans journeys.',
      prompt: 'Plan.',
      settings: { model: 'builtin:echo', maxChatTurns: 3 },
      rules: [{ name: 'kind', text: 'Be kind.', include: 'always' }],
      skills: [{ name: 'maps', description: 'Reads maps.', text: 'North is up.' }],
      tools: [tool],
    });
    expect(result.isError).toBeUndefined();
    expect(checkAgents(root, {}).flatMap(({ problems }) => problems)).toEqual([]);
    expect(readAgentFolder(join(root, 'desks/travel'), { env: {} })).toMatchObject({
      name: 'Travel Desk',
      mode: 'tools',
      agentTools: [tool],
      settings: { model: 'builtin:echo', maxSteps: 3 },
      rules: [{ name: 'kind' }],
      skills: [{ name: 'maps' }],
    });
    expect(
      await call('create_agent', { agent: 'desks/travel', name: 'x', prompt: 'x' }),
    ).toMatchObject({ isError: true, content: expect.stringContaining('already exists') });
  });

  it('changes several things at once, and refuses what check would refuse', async () => {
    const { root, call } = await stage(GUIDE, allowed);
    const result = await call('change_agent', {
      agent: 'guide',
      prompt: 'New.',
      settings: { temperature: 1 },
      metadata: { description: 'Guides.' },
      tools: [{ name: 't', description: 'T.', parameters: {}, prompt: 'T' }],
    });
    expect(result.content).toBe('prompt.md was changed. tsagent.json was changed.');
    expect(readAgentFolder(join(root, 'guide'), { env: {} })).toMatchObject({
      prompt: 'New.',
      mode: 'tools',
      description: 'Guides.',
      settings: { temperature: 1, model: 'builtin:echo' },
    });
    const wrong = { agent: 'guide', prompt: 'Other.', settings: { temperature: 9 } };
    expect(await call('change_agent', wrong)).toMatchObject({
      isError: true,
      content: expect.stringContaining('settings.temperature must be a number from 0 to 2'),
    });
    expect(readFileSync(join(root, 'guide/prompt.md'), 'utf8')).toBe('New.\n');
    const same = await call('change_agent', { agent: 'guide', prompt: 'New.' });
    expect(same.content).toContain('the edit changes nothing');
  });

  it('writes and removes parts of every kind', async () => {
    const { root, call } = await stage(GUIDE, allowed);
    const part = { agent: 'guide', name: 'maps', text: 'North is up.', description: 'Maps.' };
    for (const kind of ['rule', 'reference', 'skill']) {
      await call('write_part', { ...part, kind });
      const changed = await call('write_part', { ...part, kind, text: 'South is down.' });
      expect(changed.content).toMatch(/was changed/);
    }
    const { rules, references, skills } = readAgentFolder(join(root, 'guide'), { env: {} });
    expect([rules.length, references[0]?.text, skills[0]?.name]).toEqual([
      2,
      'South is down.',
      'maps',
    ]);
    for (const kind of ['rule', 'reference', 'skill']) {
      await call('remove_part', { agent: 'guide', kind, name: 'maps' });
    }
    expect(readAgentFolder(join(root, 'guide'), { env: {} })).toMatchObject({
      references: [],
      skills: [],
    });
    expect(await call('write_part', { agent: 'guide', kind: 'rule', name: 'none' })).toMatchObject({
      isError: true,
    });
  });

  it('leaves an agent as it is that was changed after it was read', async () => {
    const { root, call } = await stage(GUIDE, allowed);
    const { files_version } = JSON.parse((await call('get_agent', { agent: 'guide' })).content);
    writeFileSync(join(root, 'guide/prompt.md'), 'Theirs.\n');
    const args = { agent: 'guide', prompt: 'Mine.', files_version };
    expect(await call('change_agent', args)).toMatchObject({
      isError: true,
      content: expect.stringContaining('was changed after it was read'),
    });
  });

  it('copies an agent, and deletes only what belongs to it', async () => {
    const { root, call } = await stage({ ...GUIDE, 'guide/data/own.csv': '1' }, allowed);
    const cloned = await call('clone_agent', { agent: 'guide', to: 'guide-2', name: 'Second' });
    expect(cloned.content).toContain('guide-2 holds the agent Second');
    expect(readAgentFolder(join(root, 'guide-2'), { env: {} }).name).toBe('Second');
    const inside = await call('clone_agent', { agent: 'guide', to: 'guide/copy', name: 'x' });
    expect(inside).toMatchObject({ isError: true });
    const deleted = await call('delete_agent', { agent: 'guide' });
    expect(deleted.content).toBe(
      'The agent guide was deleted: 3 files. 1 other files of the folder stay.',
    );
    expect(existsSync(join(root, 'guide/rules'))).toBe(false);
    expect(existsSync(join(root, 'guide/data/own.csv'))).toBe(true);
  });
});

describe('trying', () => {
  it('asks an agent once, and remembers nothing', async () => {
    const { call } = await stage(GUIDE);
    const args = { agent: 'guide', message: 'Where?' };
    expect(await call('try_agent', args)).toEqual({ content: 'Echo: Where?' });
    expect(await call('try_agent', { ...args, turns: true })).toEqual({
      content: 'user: Where?\nassistant: Echo: Where?\nEcho: Where?',
    });
  });

  it('says why an agent cannot be tried', async () => {
    const { call } = await stage({ 'guide/tsagent.json': '{' });
    expect(await call('try_agent', { agent: 'guide', message: 'x' })).toEqual({
      content: 'guide/tsagent.json:1 is not valid JSON',
      isError: true,
    });
  });
});

describe('the bounds of the workspace', () => {
  const outside = () =>
    createTestFolder({
      'secret.md': 'secret',
      'agent/tsagent.json': { metadata: { name: 'Out' } },
    });

  it.each(['..', '../x', '/etc', 'a/../../x', '.', '', 'a//b', '.git/x', 'a\\b', 'node_modules/x'])(
    'refuses the folder "%s"',
    async (agent) => {
      const { call } = await stage(GUIDE, allowed);
      for (const [name, args] of [
        ['get_agent', { agent }],
        ['delete_agent', { agent }],
        ['create_agent', { agent, name: 'x', prompt: 'x' }],
        ['clone_agent', { agent: 'guide', to: agent, name: 'x' }],
        ['clone_agent', { agent, to: 'y', name: 'x' }],
        ['try_agent', { agent, message: 'x' }],
      ] as const) {
        expect(await call(name, args)).toMatchObject({ isError: true });
      }
    },
  );

  it('follows no link out, neither of a folder nor of a file', async () => {
    const { root, call } = await stage(GUIDE, allowed);
    const other = outside();
    symlinkSync(other, join(root, 'out'));
    symlinkSync(join(other, 'nothing'), join(root, 'dangling'));
    for (const agent of ['out', 'out/agent', 'dangling', 'dangling/x']) {
      expect(await call('get_agent', { agent })).toMatchObject({ isError: true });
      expect(await call('create_agent', { agent, name: 'x', prompt: 'x' })).toMatchObject({
        isError: true,
        content: expect.stringContaining('is outside the workspace'),
      });
      expect(await call('delete_agent', { agent })).toMatchObject({ isError: true });
    }
    expect(existsSync(join(other, 'nothing'))).toBe(false);
    symlinkSync(join(other, 'secret.md'), join(root, 'guide/rules/leak.mdt'));
    const read = await call('get_agent', { agent: 'guide', kind: 'rule', name: 'leak' });
    expect(read.content).not.toContain('secret.md:');
    expect(read.isError).toBe(true);
    const write = { agent: 'guide', kind: 'rule', name: 'leak', text: 'mine' };
    await call('write_part', write);
    expect(readFileSync(join(other, 'secret.md'), 'utf8')).toBe('secret');
    expect(JSON.parse((await call('list_agents', {})).content).agents).toHaveLength(1);
  });

  it('deletes a link, and not what it leads to', async () => {
    const { root, call } = await stage(GUIDE, allowed);
    const other = outside();
    symlinkSync(other, join(root, 'guide/data'));
    symlinkSync(other, join(root, 'guide/skills'));
    expect(await call('delete_agent', { agent: 'guide' })).not.toHaveProperty('isError');
    expect(readFileSync(join(other, 'secret.md'), 'utf8')).toBe('secret');
    expect(lstatSync(join(root, 'guide/data')).isSymbolicLink()).toBe(true);
  });

  it('makes no agent among the files of another', async () => {
    const { call } = await stage(GUIDE, allowed);
    const args = { agent: 'guide/rules', name: 'x', prompt: 'Obey.' };
    expect(await call('create_agent', args)).toMatchObject({
      isError: true,
      content: '"guide/rules" is a folder of the agent guide: choose another folder',
    });
  });

  it('lets no file of the machine answer for an agent', async () => {
    const { root, call } = await stage(GUIDE, allowed);
    for (const [name, args] of [
      [
        'create_agent',
        { agent: 'x', name: 'x', prompt: 'x', settings: { model: 'script:/etc/passwd' } },
      ],
      ['change_agent', { agent: 'guide', settings: { mostRecentModel: 'script:../x.json' } }],
    ] as const) {
      expect(await call(name, args)).toMatchObject({
        isError: true,
        content: expect.stringContaining('cannot be used as a model here'),
      });
    }
    expect(existsSync(join(root, 'x'))).toBe(false);
  });

  it('needs a folder that is there', () => {
    expect(() =>
      createAgentAuthoringTools('/nowhere/at/all', { version: '1', askOnce: async () => '' }),
    ).toThrow('/nowhere/at/all does not exist');
  });

  it('serves a workspace that is reached by a link', async () => {
    const root = realpathSync(createTestFolder(GUIDE));
    mkdirSync(join(root, 'x'));
    symlinkSync(root, join(root, 'x/link'));
    const tools = createAgentAuthoringTools(join(root, 'x/link'), {
      version: '1',
      askOnce: async () => '',
    });
    const environment = await connectEnvironment({ handler: createEnvironmentHandler(tools) });
    onTestFinished(() => environment.close());
    const { content } = await calls(environment).call('list_agents', {});
    expect(content).toContain('"guide"');
  });
});
