import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject, TurnSettings } from '#core';
import { agentBuiltinEcho } from '#agents/model';
import type { SessionStore } from '#engine/port';
import { createMemorySessionStore } from '#engine/store';
import { createTestFolder } from '../folder.fixture.ts';
import { loadAgent, loadAgentFolder } from '../load-agent.ts';
import { ownAgent, ownFiles, RULE } from '../own-agent.fixture.ts';

const NO_TURN: TurnSettings = { include: [], exclude: [], permitted: [] };
const ofParts = (one: string, several: string): string[] => [
  `list_${several}`,
  `get_${one}`,
  `list_context_${several}`,
  `search_${several}`,
  `create_${one}`,
  `update_${one}`,
  `delete_${one}`,
  `include_${one}`,
  `exclude_${one}`,
];
const OF_SERVERS: Readonly<Record<string, readonly string[]>> = {
  rules: ofParts('rule', 'rules'),
  refs: ofParts('reference', 'references'),
  skills: ofParts('skill', 'skills'),
  tools: [
    'list_tools',
    'get_tool',
    'list_context_tools',
    'list_tool_servers',
    'get_tool_server',
    'search_tools',
    'set_tool_include_mode',
    'set_server_include_mode',
    'include_tool',
    'exclude_tool',
    'include_tool_server',
    'exclude_tool_server',
  ],
  talks: ['list_sessions', 'get_session', 'rename_session'],
};
const CHANGING = /^(create|update|delete|include|exclude|set|rename)/;

describe('the tools of internal servers', () => {
  it('are called as those of other servers, and a change needs a yes', async () => {
    const { names, needsApproval } = await ownAgent();
    const all = Object.entries(OF_SERVERS).flatMap(([server, tools]) =>
      tools.map((tool) => [`${server}_${tool}`, CHANGING.test(tool)] as const),
    );
    const listed = (await names()).filter(
      (name) => !['ask_user', 'load_skill', 'search_tools'].includes(name),
    );
    expect(listed).toEqual(all.map(([name]) => name));
    expect(await needsApproval()).toEqual(
      all.flatMap(([name, isChange]) => (isChange ? [name] : [])),
    );
  });

  it('have the switches of other servers', async () => {
    const { names, needsApproval, judge } = await ownAgent(
      ownFiles({
        mcpServers: {
          rules: {
            type: 'internal',
            tool: 'rules',
            toolEnabled: { serverDefault: true, tools: { delete_rule: false } },
            toolInclude: { tools: { exclude_rule: 'manual' } },
            toolPermissionRequired: { tools: { create_rule: false, list_rules: true } },
          },
          odd: { type: 'internal', tool: 'supervision' },
        },
      }),
    );
    const rules = OF_SERVERS['rules'] ?? [];
    const expected = rules.filter((name) => !['delete_rule', 'exclude_rule'].includes(name));
    const included = {
      ...NO_TURN,
      include: [{ kind: 'tool', name: 'rules_exclude_rule' }],
    } as const;
    const own = (listed: readonly string[]) => listed.filter((name) => name.startsWith('rules_'));
    expect(own(await names())).toEqual(expected.map((name) => `rules_${name}`));
    expect(await names(included)).toContain('rules_exclude_rule');
    expect(await needsApproval()).toEqual([
      'rules_list_rules',
      'rules_update_rule',
      'rules_include_rule',
    ]);
    // What the author lets pass is made at once, unless the session asks about everything.
    const rule: JsonObject = { name: 'new', text: 'Be new.' };
    expect(await judge('rules_create_rule', rule)).toBeUndefined();
    expect(
      await judge('rules_create_rule', rule, { ...NO_TURN, toolPermission: 'always' }),
    ).toEqual({
      verdict: 'ask',
      reason: 'rules/new.mdt (new file)\n+ ---\n+ name: new\n+ ---\n+ \n+ Be new.',
    });
  });

  it('are not made without a yes', async () => {
    const { storage } = await ownAgent();
    const { environments } = await loadAgent(storage, { model: agentBuiltinEcho });
    const result = await environments.default.callTool(
      { id: '1', name: 'rules_delete_rule', arguments: { name: 'kind' } },
      { key: 'k', attempt: 1, signal: new AbortController().signal },
    );
    expect(result).toEqual({
      content: "rules_delete_rule needs a person's approval",
      isError: true,
    });
  });
});

describe('an edit that a model asks for', () => {
  it('is shown to a person line by line, and bound to the file that was shown', async () => {
    const { judge, call, storage, textAt } = await ownAgent();
    const version = (await storage.read('rules/kind.mdt'))?.version ?? '';
    const judged = await judge('rules_update_rule', { name: 'kind', text: 'Be very kind.' });
    expect(judged).toEqual({
      verdict: 'ask',
      reason: 'rules/kind.mdt\n  ---\n  \n- Be kind.\n+ Be very kind.',
      arguments: { name: 'kind', text: 'Be very kind.', version },
    });
    // An editor writes while the person looks at it.
    await storage.write('rules/kind.mdt', RULE.replace('Be kind', 'Be firm'), { version });
    expect(await call('rules_update_rule', judged?.arguments)).toEqual({
      content:
        'changed-underneath: rules/kind.mdt was changed after it was read: read it again and repeat the change',
      isError: true,
    });
    expect(await textAt('rules/kind.mdt')).toContain('Be firm.');
  });

  it.each<[string, JsonObject, string]>([
    ['rules_update_rule', { name: 'none', text: 'x' }, 'no-such-part: no rule is named none'],
    [
      'rules_create_rule',
      { name: 'kind', text: 'x' },
      'exists-already: a rule named kind already exists',
    ],
    [
      'rules_create_rule',
      { name: 'a b', text: 'x' },
      'invalid arguments for tool rules_create_rule',
    ],
    [
      'rules_create_rule',
      { name: '../x', text: 'x' },
      'invalid arguments for tool rules_create_rule',
    ],
    [
      'rules_update_rule',
      { name: 'kind', text: 'x', version: 'old' },
      'changed-underneath: rules/kind.mdt was changed',
    ],
    ['rules_update_rule', { name: 'kind' }, 'bad-folder: the call changes nothing'],
    [
      'skills_create_skill',
      { name: 'Bad_Name', text: 'x', description: 'd' },
      'bad-folder: the skill name "Bad_Name"',
    ],
    [
      'tools_set_tool_include_mode',
      { serverName: 'no', toolName: 'x', include: 'agent' },
      'no-such-part: no server is named no',
    ],
    [
      'tools_set_tool_include_mode',
      { serverName: 'rules', toolName: 'x', include: 'agent' },
      'no-such-part: the server rules has not a tool named x',
    ],
  ])('is refused with words where it cannot be made: %s %j', async (name, args, reason) => {
    const { judge, call } = await ownAgent();
    const judged = await judge(name, args);
    expect(judged).toMatchObject({ verdict: 'deny' });
    expect(judged?.reason).toContain(reason);
    const result = await call(name, args);
    expect(result).toMatchObject({ isError: true });
    expect(result.content).toContain(reason);
  });

  it('comes after the rules about calls', async () => {
    const { judge } = await ownAgent(
      ownFiles({
        permissions: {
          deny: ['rules_delete_rule'],
          ask: ['rules_update_rule'],
          allow: ['rules_create_rule'],
        },
      }),
    );
    expect(await judge('rules_delete_rule', { name: 'kind' })).toMatchObject({ verdict: 'deny' });
    expect(await judge('rules_create_rule', { name: 'n', text: 't' })).toMatchObject({
      verdict: 'allow',
    });
    expect(await judge('rules_update_rule', { name: 'kind', text: 't' })).toMatchObject({
      verdict: 'ask',
      reason: expect.stringContaining('- Be kind.\n+ t') as string,
    });
  });

  it('shows no secret that stands beside it', async () => {
    const manifest = { providers: { openai: { OPENAI_API_KEY: 'sk-very-secret' } } };
    const files = ownFiles(manifest);
    const parsed = JSON.parse(files['tsagent.json'] ?? '') as JsonObject;
    const { judge } = await ownAgent({ ...files, 'tsagent.json': JSON.stringify(parsed) });
    const args = { serverName: 'rules', toolName: 'get_rule', include: 'agent' };
    const { reason = '' } = (await judge('tools_set_tool_include_mode', args)) ?? {};
    expect(reason).toContain('"get_rule": "agent"');
    expect(reason).not.toContain('sk-very-secret');
  });
});

describe('parts of an agent', () => {
  it('are read, made, changed and removed', async () => {
    const { call, data, textAt } = await ownAgent();
    expect(
      await call('rules_create_rule', {
        name: 'brief',
        text: 'Be brief.',
        include: 'agent',
        priorityLevel: 7,
        description: 'Length of answers',
      }),
    ).toEqual({
      content: 'rules/brief.mdt was added. It holds from the next message on.',
    });
    expect(await data('rules_list_rules')).toEqual([
      { name: 'brief', description: 'Length of answers', include: 'agent', priorityLevel: 7 },
      { name: 'kind', include: 'always', priorityLevel: 500 },
    ]);
    const got = (await data('rules_get_rule', { name: 'brief' })) as JsonObject;
    expect(got).toMatchObject({ name: 'brief', text: 'Be brief.', file: 'rules/brief.mdt' });
    const version = got['version'] ?? '';
    expect(
      await call('rules_update_rule', { name: 'brief', include: 'manual', version }),
    ).toMatchObject({ content: expect.stringContaining('was changed. The rule is manual: ') });
    expect(await call('rules_update_rule', { name: 'brief', text: 'x', version })).toMatchObject({
      isError: true,
    });
    expect(await data('rules_search_rules', { query: 'how kind', topK: 1 })).toMatchObject([
      { name: 'kind' },
    ]);
    expect(await call('rules_create_rule', { name: 'shy', text: 'Be shy.' })).toMatchObject({
      content:
        'rules/shy.mdt was added. The rule is manual: the model receives it only in sessions that include it. For other sessions, set include to always or agent.',
    });
    await call('rules_delete_rule', { name: 'shy' });
    expect(await call('rules_delete_rule', { name: 'brief' })).toMatchObject({
      content: 'rules/brief.mdt was removed. It holds from the next message on.',
    });
    expect(await textAt('rules/brief.mdt')).toBeUndefined();
    expect(await data('refs_get_reference', { name: 'map' })).toMatchObject({
      text: 'North is up.',
      description: 'Where north is.',
    });
  });

  it('may be skills, which go with all that they bring along', async () => {
    const { call, data, judge, storage } = await ownAgent();
    const skill = (await data('skills_get_skill', { name: 'forms' })) as JsonObject;
    expect(skill).toMatchObject({ description: 'Fills forms.', text: '# Forms' });
    const args = { name: 'forms', version: skill['version'] ?? '' };
    const judged = await judge('skills_delete_skill', args);
    expect(judged?.reason).toBe(
      'skills/forms/SKILL.md (removed)\n- ---\n- name: forms\n- description: Fills forms.\n- ---\n- \n- # Forms\nskills/forms/fill.py (removed)\n- print()',
    );
    // What was shown counts, also of the files beside it.
    const { version = '' } = (await storage.read('skills/forms/fill.py')) ?? {};
    await storage.write('skills/forms/fill.py', 'print(1)', { version });
    expect(await call('skills_delete_skill', judged?.arguments)).toMatchObject({ isError: true });
    expect(await call('skills_delete_skill', args)).not.toHaveProperty('isError');
    expect(await storage.list('skills')).toEqual([]);
  });

  it('are only looked at where the agent is a single file', async () => {
    const folder = createTestFolder({
      'one.yaml': [
        'metadata:\n  name: x',
        'rules:\n  - name: kind\n    text: Be kind.',
        'mcpServers:\n  rules:\n    type: internal\n    tool: rules\n',
      ].join('\n'),
    });
    const { environments } = loadAgentFolder(join(folder, 'one.yaml'), { model: agentBuiltinEcho });
    const signal = new AbortController().signal;
    const listed = await environments.default.listTools(signal);
    expect(listed.map((tool) => tool.function.name)).toEqual([
      'ask_user',
      ...[
        'list_rules',
        'get_rule',
        'list_context_rules',
        'search_rules',
        'include_rule',
        'exclude_rule',
      ].map((name) => `rules_${name}`),
    ]);
    const call = { id: '1', name: 'rules_get_rule', arguments: { name: 'kind' } };
    const { structured } = await environments.default.callTool(call, {
      key: 'k',
      attempt: 1,
      signal,
    });
    expect(structured).toEqual({
      name: 'kind',
      include: 'manual',
      priorityLevel: 500,
      text: 'Be kind.',
    });
  });
});

describe('tools of an agent', () => {
  it('are listed with what holds for them, and changed by themselves', async () => {
    const { call, data, textAt } = await ownAgent();
    const args = { serverName: 'rules', toolName: 'list_rules' };
    expect(
      await call('tools_set_tool_include_mode', { ...args, include: 'manual' }),
    ).not.toHaveProperty('isError');
    expect(JSON.parse((await textAt('tsagent.json')) ?? '')).toMatchObject({
      mcpServers: { rules: { toolInclude: { tools: { list_rules: 'manual' } } } },
    });
    expect(await data('tools_get_tool', args)).toMatchObject({
      calledAs: 'rules_list_rules',
      include: 'manual',
      enabled: true,
      permissionRequired: false,
      parameters: { type: 'object' },
    });
    expect(
      await call('tools_set_server_include_mode', { serverName: 'rules', include: 'agent' }),
    ).not.toHaveProperty('isError');
    expect(await data('tools_get_tool_server', { serverName: 'rules' })).toMatchObject({
      type: 'internal',
      include: 'agent',
      tools: OF_SERVERS['rules'],
    });
    expect(await data('tools_list_tool_servers')).toHaveLength(5);
    expect(
      await data('tools_search_tools', { query: 'rename conversation', topK: 1 }),
    ).toMatchObject([{ calledAs: 'talks_rename_session' }]);
  });
});

describe('the session of a turn', () => {
  const KEY = { principal: 'ann', id: 'c' };

  it('begins with the first thing that the agent includes', async () => {
    const sessions = createMemorySessionStore();
    const { call, data } = await ownAgent(ownFiles(), sessions);
    expect(await data('talks_get_session')).toEqual({
      sessionId: 'c',
      current: true,
      include: [],
      exclude: [],
    });
    expect(await call('refs_include_reference', { name: 'map' })).toEqual({
      content: 'From the next message on this session is with the reference map.',
    });
    expect(await call('rules_exclude_rule', { name: 'kind' })).not.toHaveProperty('isError');
    expect(await sessions.get(KEY)).toMatchObject({
      agent: 'x',
      principal: 'ann',
      include: [{ kind: 'reference', name: 'map' }],
      exclude: [{ kind: 'rule', name: 'kind' }],
      generation: 3,
    });
    expect(await data('refs_list_context_references')).toMatchObject([
      { name: 'map', reason: 'session' },
    ]);
    expect(await data('rules_list_context_rules')).toEqual([]);
    expect(await call('rules_include_rule', { name: 'none' })).toMatchObject({
      content: expect.stringMatching(/^no-such-part: no rule is named none/) as string,
      isError: true,
    });
    await call('talks_rename_session', { name: 'Maps' });
    expect(await data('talks_list_sessions')).toMatchObject([
      { sessionId: 'c', name: 'Maps', current: true },
    ]);
  });

  it('offers a tool at once, and a whole server', async () => {
    const sessions = createMemorySessionStore();
    const files = ownFiles();
    const { call } = await ownAgent(files, sessions);
    const args = { serverName: 'rules', toolName: 'list_rules' };
    expect(await call('tools_include_tool', args)).toEqual({
      content: 'This session has now: rules_list_rules.',
      offers: ['rules_list_rules'],
    });
    expect((await call('tools_include_tool_server', { serverName: 'talks' })).offers).toHaveLength(
      3,
    );
    await call('tools_exclude_tool', args);
    expect(await sessions.get(KEY)).toMatchObject({
      exclude: [{ kind: 'tool', name: 'rules_list_rules' }],
      include: [
        { name: 'talks_list_sessions' },
        { name: 'talks_get_session' },
        { name: 'talks_rename_session' },
      ],
    });
  });

  it('is waited for where sessions are not open yet', async () => {
    const opening = Promise.withResolvers<SessionStore>();
    const { call } = await ownAgent(ownFiles(), opening.promise);
    const called = call('rules_include_rule', { name: 'kind' });
    const sessions = createMemorySessionStore();
    opening.resolve(sessions);
    expect(await called).not.toHaveProperty('isError');
    expect((await sessions.get(KEY))?.include).toEqual([{ kind: 'rule', name: 'kind' }]);
  });

  it('is no session of another agent, nor of another sender', async () => {
    const sessions = createMemorySessionStore();
    const opened = {
      type: 'session.opened',
      sessionId: 'c',
      agent: 'other',
      principal: 'ann',
    } as const;
    await sessions.append(KEY, 0, [opened], 1);
    await sessions.append(
      { principal: 'bob', id: 'd' },
      0,
      [{ ...opened, sessionId: 'd', principal: 'bob', agent: 'x' }],
      1,
    );
    const { call } = await ownAgent(ownFiles(), sessions);
    expect(await call('rules_include_rule', { name: 'kind' })).toMatchObject({
      content: expect.stringMatching(/^no-session: .* session of other/) as string,
      isError: true,
    });
    expect(await call('talks_rename_session', { name: 'n', sessionId: 'd' })).toMatchObject({
      content: 'no-such-part: there is no session d',
      isError: true,
    });
    expect((await sessions.get(KEY))?.generation).toBe(1);
  });

  it('says so where sessions are not kept', async () => {
    const { call } = await ownAgent();
    for (const [name, args] of [
      ['talks_list_sessions', {}],
      ['rules_include_rule', { name: 'kind' }],
    ] as const) {
      expect(await call(name, args)).toEqual({
        content:
          'no-session: there is no session to read or change: this agent is run without a store of sessions',
        isError: true,
      });
    }
  });
});
