import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject, TurnSettings } from '../../core/index.ts';
import { agentBuiltinEcho } from '../../model/index.ts';
import type { SessionStore } from '../../port/index.ts';
import { createMemorySessionStore } from '../../store/index.ts';
import { createTestFolder } from '../folder.fixture.ts';
import { loadAgent, loadAgentFolder } from '../load-agent-folder.ts';
import { ownAgent, ownFiles, RULE } from './own-agent.fixture.ts';

const NO_TURN: TurnSettings = { include: [], exclude: [], permitted: [] };
const ofParts = (one: string, several: string): string[] => [
  `list${several}`,
  `get${one}`,
  `listContext${several}`,
  `search${several}`,
  `create${one}`,
  `update${one}`,
  `delete${one}`,
  `include${one}`,
  `exclude${one}`,
];
const OF_SERVERS: Readonly<Record<string, readonly string[]>> = {
  rules: ofParts('Rule', 'Rules'),
  refs: ofParts('Reference', 'References'),
  skills: ofParts('Skill', 'Skills'),
  tools: [
    'listTools',
    'getTool',
    'listContextTools',
    'listToolServers',
    'getToolServer',
    'searchTools',
    'setToolIncludeMode',
    'setServerIncludeMode',
    'includeTool',
    'excludeTool',
    'includeToolServer',
    'excludeToolServer',
  ],
  talks: ['listSessions', 'getSession', 'renameSession'],
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
            toolEnabled: { serverDefault: true, tools: { deleteRule: false } },
            toolInclude: { tools: { excludeRule: 'manual' } },
            toolPermissionRequired: { tools: { createRule: false, listRules: true } },
          },
          odd: { type: 'internal', tool: 'supervision' },
        },
      }),
    );
    const rules = OF_SERVERS['rules'] ?? [];
    const expected = rules.filter((name) => !['deleteRule', 'excludeRule'].includes(name));
    const included = {
      ...NO_TURN,
      include: [{ kind: 'tool', name: 'rules_excludeRule' }],
    } as const;
    const own = (listed: readonly string[]) => listed.filter((name) => name.startsWith('rules_'));
    expect(own(await names())).toEqual(expected.map((name) => `rules_${name}`));
    expect(await names(included)).toContain('rules_excludeRule');
    expect(await needsApproval()).toEqual([
      'rules_listRules',
      'rules_updateRule',
      'rules_includeRule',
    ]);
    // What the author lets pass is made at once, unless the session asks about everything.
    const rule: JsonObject = { name: 'new', text: 'Be new.' };
    expect(await judge('rules_createRule', rule)).toBeUndefined();
    expect(await judge('rules_createRule', rule, { ...NO_TURN, toolPermission: 'always' })).toEqual(
      {
        verdict: 'ask',
        reason: 'rules/new.mdt (new file)\n+ ---\n+ name: new\n+ ---\n+ \n+ Be new.',
      },
    );
  });

  it('are not made without a yes', async () => {
    const { storage } = await ownAgent();
    const { environments } = await loadAgent(storage, { model: agentBuiltinEcho });
    const result = await environments.default.callTool(
      { id: '1', name: 'rules_deleteRule', arguments: { name: 'kind' } },
      { key: 'k', attempt: 1, signal: new AbortController().signal },
    );
    expect(result).toEqual({
      content: "rules_deleteRule needs a person's approval",
      isError: true,
    });
  });
});

describe('an edit that a model asks for', () => {
  it('is shown to a person line by line, and bound to the file that was shown', async () => {
    const { judge, call, storage, textAt } = await ownAgent();
    const version = (await storage.read('rules/kind.mdt'))?.version ?? '';
    const judged = await judge('rules_updateRule', { name: 'kind', text: 'Be very kind.' });
    expect(judged).toEqual({
      verdict: 'ask',
      reason: 'rules/kind.mdt\n  ---\n  \n- Be kind.\n+ Be very kind.',
      arguments: { name: 'kind', text: 'Be very kind.', version },
    });
    // An editor writes while the person looks at it.
    await storage.write('rules/kind.mdt', RULE.replace('Be kind', 'Be firm'), { version });
    expect(await call('rules_updateRule', judged?.arguments)).toEqual({
      content:
        'changed-underneath: rules/kind.mdt was changed after it was read: read it again and repeat the change',
      isError: true,
    });
    expect(await textAt('rules/kind.mdt')).toContain('Be firm.');
  });

  it.each<[string, JsonObject, string]>([
    ['rules_updateRule', { name: 'none', text: 'x' }, 'no-such-part: no rule is named none'],
    [
      'rules_createRule',
      { name: 'kind', text: 'x' },
      'exists-already: a rule named kind already exists',
    ],
    ['rules_createRule', { name: 'a b', text: 'x' }, 'invalid arguments for tool rules_createRule'],
    [
      'rules_createRule',
      { name: '../x', text: 'x' },
      'invalid arguments for tool rules_createRule',
    ],
    [
      'rules_updateRule',
      { name: 'kind', text: 'x', version: 'old' },
      'changed-underneath: rules/kind.mdt was changed',
    ],
    ['rules_updateRule', { name: 'kind' }, 'bad-folder: nothing is to be different'],
    [
      'skills_createSkill',
      { name: 'Bad_Name', text: 'x', description: 'd' },
      'bad-folder: the skill name "Bad_Name"',
    ],
    [
      'tools_setToolIncludeMode',
      { serverName: 'no', toolName: 'x', include: 'agent' },
      'no-such-part: there is not a server named no',
    ],
    [
      'tools_setToolIncludeMode',
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
          deny: ['rules_deleteRule'],
          ask: ['rules_updateRule'],
          allow: ['rules_createRule'],
        },
      }),
    );
    expect(await judge('rules_deleteRule', { name: 'kind' })).toMatchObject({ verdict: 'deny' });
    expect(await judge('rules_createRule', { name: 'n', text: 't' })).toMatchObject({
      verdict: 'allow',
    });
    expect(await judge('rules_updateRule', { name: 'kind', text: 't' })).toMatchObject({
      verdict: 'ask',
      reason: expect.stringContaining('- Be kind.\n+ t') as string,
    });
  });

  it('shows no secret that stands beside it', async () => {
    const manifest = { providers: { openai: { OPENAI_API_KEY: 'sk-very-secret' } } };
    const files = ownFiles(manifest);
    const parsed = JSON.parse(files['tsagent.json'] ?? '') as JsonObject;
    const { judge } = await ownAgent({ ...files, 'tsagent.json': JSON.stringify(parsed) });
    const args = { serverName: 'rules', toolName: 'getRule', include: 'agent' };
    const { reason = '' } = (await judge('tools_setToolIncludeMode', args)) ?? {};
    expect(reason).toContain('"getRule": "agent"');
    expect(reason).not.toContain('sk-very-secret');
  });
});

describe('parts of an agent', () => {
  it('are read, made, changed and removed', async () => {
    const { call, data, textAt } = await ownAgent();
    expect(
      await call('rules_createRule', {
        name: 'brief',
        text: 'Be brief.',
        include: 'agent',
        priorityLevel: 7,
        description: 'Length of answers',
      }),
    ).toEqual({
      content: 'rules/brief.mdt was added. It holds from the next message on.',
    });
    expect(await data('rules_listRules')).toEqual([
      { name: 'brief', description: 'Length of answers', include: 'agent', priorityLevel: 7 },
      { name: 'kind', include: 'always', priorityLevel: 500 },
    ]);
    const got = (await data('rules_getRule', { name: 'brief' })) as JsonObject;
    expect(got).toMatchObject({ name: 'brief', text: 'Be brief.', file: 'rules/brief.mdt' });
    const version = got['version'] ?? '';
    expect(
      await call('rules_updateRule', { name: 'brief', include: 'manual', version }),
    ).toMatchObject({ content: 'rules/brief.mdt was changed. It holds from the next message on.' });
    expect(await call('rules_updateRule', { name: 'brief', text: 'x', version })).toMatchObject({
      isError: true,
    });
    expect(await data('rules_searchRules', { query: 'how kind', topK: 1 })).toMatchObject([
      { name: 'kind' },
    ]);
    expect(await call('rules_deleteRule', { name: 'brief' })).toMatchObject({
      content: 'rules/brief.mdt was removed. It holds from the next message on.',
    });
    expect(await textAt('rules/brief.mdt')).toBeUndefined();
    expect(await data('refs_getReference', { name: 'map' })).toMatchObject({
      text: 'North is up.',
      description: 'Where north is.',
    });
  });

  it('may be skills, which go with all that they bring along', async () => {
    const { call, data, judge, storage } = await ownAgent();
    const skill = (await data('skills_getSkill', { name: 'forms' })) as JsonObject;
    expect(skill).toMatchObject({ description: 'Fills forms.', text: '# Forms' });
    const args = { name: 'forms', version: skill['version'] ?? '' };
    const judged = await judge('skills_deleteSkill', args);
    expect(judged?.reason).toBe(
      'skills/forms/SKILL.md (removed)\n- ---\n- name: forms\n- description: Fills forms.\n- ---\n- \n- # Forms\nskills/forms/fill.py (removed)\n- print()',
    );
    // What was shown counts, also of the files beside it.
    const { version = '' } = (await storage.read('skills/forms/fill.py')) ?? {};
    await storage.write('skills/forms/fill.py', 'print(1)', { version });
    expect(await call('skills_deleteSkill', judged?.arguments)).toMatchObject({ isError: true });
    expect(await call('skills_deleteSkill', args)).not.toHaveProperty('isError');
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
        'listRules',
        'getRule',
        'listContextRules',
        'searchRules',
        'includeRule',
        'excludeRule',
      ].map((name) => `rules_${name}`),
    ]);
    const call = { id: '1', name: 'rules_getRule', arguments: { name: 'kind' } };
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
    const args = { serverName: 'rules', toolName: 'listRules' };
    expect(
      await call('tools_setToolIncludeMode', { ...args, include: 'manual' }),
    ).not.toHaveProperty('isError');
    expect(JSON.parse((await textAt('tsagent.json')) ?? '')).toMatchObject({
      mcpServers: { rules: { toolInclude: { tools: { listRules: 'manual' } } } },
    });
    expect(await data('tools_getTool', args)).toMatchObject({
      calledAs: 'rules_listRules',
      include: 'manual',
      enabled: true,
      permissionRequired: false,
      parameters: { type: 'object' },
    });
    expect(
      await call('tools_setServerIncludeMode', { serverName: 'rules', include: 'agent' }),
    ).not.toHaveProperty('isError');
    expect(await data('tools_getToolServer', { serverName: 'rules' })).toMatchObject({
      type: 'internal',
      include: 'agent',
      tools: OF_SERVERS['rules'],
    });
    expect(await data('tools_listToolServers')).toHaveLength(5);
    expect(
      await data('tools_searchTools', { query: 'rename conversation', topK: 1 }),
    ).toMatchObject([{ calledAs: 'talks_renameSession' }]);
  });
});

describe('the session of a turn', () => {
  const KEY = { principal: 'ann', id: 'c' };

  it('begins with the first thing that the agent includes', async () => {
    const sessions = createMemorySessionStore();
    const { call, data } = await ownAgent(ownFiles(), sessions);
    expect(await data('talks_getSession')).toEqual({
      sessionId: 'c',
      current: true,
      include: [],
      exclude: [],
    });
    expect(await call('refs_includeReference', { name: 'map' })).toEqual({
      content: 'From the next message on this session is with the reference map.',
    });
    expect(await call('rules_excludeRule', { name: 'kind' })).not.toHaveProperty('isError');
    expect(await sessions.get(KEY)).toMatchObject({
      agent: 'x',
      principal: 'ann',
      include: [{ kind: 'reference', name: 'map' }],
      exclude: [{ kind: 'rule', name: 'kind' }],
      generation: 3,
    });
    expect(await data('refs_listContextReferences')).toMatchObject([
      { name: 'map', reason: 'session' },
    ]);
    expect(await data('rules_listContextRules')).toEqual([]);
    expect(await call('rules_includeRule', { name: 'none' })).toMatchObject({
      content: expect.stringMatching(/^no-such-part: there is not a rule named none/) as string,
      isError: true,
    });
    await call('talks_renameSession', { name: 'Maps' });
    expect(await data('talks_listSessions')).toMatchObject([
      { sessionId: 'c', name: 'Maps', current: true },
    ]);
  });

  it('offers a tool at once, and a whole server', async () => {
    const sessions = createMemorySessionStore();
    const files = ownFiles();
    const { call } = await ownAgent(files, sessions);
    const args = { serverName: 'rules', toolName: 'listRules' };
    expect(await call('tools_includeTool', args)).toEqual({
      content: 'This session has now: rules_listRules.',
      offers: ['rules_listRules'],
    });
    expect((await call('tools_includeToolServer', { serverName: 'talks' })).offers).toHaveLength(3);
    await call('tools_excludeTool', args);
    expect(await sessions.get(KEY)).toMatchObject({
      exclude: [{ kind: 'tool', name: 'rules_listRules' }],
      include: [
        { name: 'talks_listSessions' },
        { name: 'talks_getSession' },
        { name: 'talks_renameSession' },
      ],
    });
  });

  it('is waited for where sessions are not open yet', async () => {
    const opening = Promise.withResolvers<SessionStore>();
    const { call } = await ownAgent(ownFiles(), opening.promise);
    const called = call('rules_includeRule', { name: 'kind' });
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
    expect(await call('rules_includeRule', { name: 'kind' })).toMatchObject({
      content: expect.stringMatching(/^no-session: .* session of other/) as string,
      isError: true,
    });
    expect(await call('talks_renameSession', { name: 'n', sessionId: 'd' })).toMatchObject({
      content: 'no-such-part: there is not a session d',
      isError: true,
    });
    expect((await sessions.get(KEY))?.generation).toBe(1);
  });

  it('says so where sessions are not kept', async () => {
    const { call } = await ownAgent();
    for (const [name, args] of [
      ['talks_listSessions', {}],
      ['rules_includeRule', { name: 'kind' }],
    ] as const) {
      expect(await call(name, args)).toEqual({
        content:
          'no-session: there is not a session to look at or to change: this agent is run without a store of sessions',
        isError: true,
      });
    }
  });
});
