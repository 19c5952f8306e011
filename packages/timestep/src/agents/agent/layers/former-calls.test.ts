import { describe, expect, it } from 'vitest';
import type { JsonObject, TurnSettings } from '#core';
import {
  planToolSwitchesEdit,
  getCurrentToolName,
  addRulesForRenamedTools,
  findFormerName,
} from '#agents/folder';
import { ownAgent, ownFiles } from '../own-agent.fixture.ts';

const TURN: TurnSettings = { include: [], exclude: [], permitted: [] };
const RULE = { name: 'short', text: 'Be short.' };

function agentWith(manifest: JsonObject) {
  return ownAgent(ownFiles(manifest));
}

describe('a name that a tool of this process had before', () => {
  it.each([
    ['createRule', 'create_rule'],
    ['listContextReferences', 'list_context_references'],
  ])('is %s for %s', (former, current) => {
    const kind = former.endsWith('Rule') ? 'rules' : 'references';
    expect(getCurrentToolName(kind, former)).toBe(current);
    expect(getCurrentToolName(kind, current)).toBe(current);
    expect(findFormerName(current)).toBe(former);
  });

  it('is none of a tool that has always had its name', () => {
    expect(findFormerName('call_agent')).toBeUndefined();
    expect(getCurrentToolName('agents', 'createRule')).toBe('createRule');
  });

  it('holds for the switches of a server', async () => {
    const rules = {
      type: 'internal',
      tool: 'rules',
      toolEnabled: { tools: { createRule: false } },
      toolInclude: { tools: { excludeRule: 'manual' } },
      toolPermissionRequired: { tools: { listRules: true } },
      tools: { deleteRule: { enabled: false } },
    };
    const { names, needsApproval } = await agentWith({ mcpServers: { rules } });
    const listed = await names();
    expect(listed).toContain('rules_update_rule');
    for (const off of ['create_rule', 'exclude_rule', 'delete_rule']) {
      expect(listed).not.toContain(`rules_${off}`);
    }
    expect(await needsApproval()).toContain('rules_list_rules');
  });

  it('counts for less than the name of today', async () => {
    const toolEnabled = { tools: { create_rule: true, createRule: false } };
    const rules = { type: 'internal', tool: 'rules', toolEnabled };
    expect(await (await agentWith({ mcpServers: { rules } })).names()).toContain(
      'rules_create_rule',
    );
  });

  it('leaves the file when the switch is written anew', async () => {
    const toolEnabled = { tools: { createRule: false } };
    const rules = { type: 'internal', tool: 'rules', toolEnabled };
    const { storage } = await agentWith({ mcpServers: { rules } });
    const tool = { server: 'rules', tool: 'create_rule' };
    const edit = await planToolSwitchesEdit(storage, tool, { enabled: null });
    expect(edit.changes[0]?.after).not.toContain('createRule');
  });
});

describe('a rule in the former spelling', () => {
  it.each(['rules_createRule', 'rules_*Rule', '*_createRule'])('still denies: %s', async (rule) => {
    const { judge } = await agentWith({ permissions: { deny: [rule] } });
    for (const name of ['rules_create_rule', 'rules_createRule']) {
      expect(await judge(name, RULE)).toMatchObject({ verdict: 'deny' });
    }
    expect(await judge('rules_list_rules', {})).toBeUndefined();
  });

  it('keeps its conditions, and asks and allows as before', () => {
    const servers = [{ name: 'rules', tools: 'rules' }] as const;
    expect(
      addRulesForRenamedTools(
        { ask: ['rules_updateRule:name=a*'], allow: ['rules_get*', 'fs_*'] },
        servers,
      ),
    ).toEqual({
      ask: ['rules_updateRule:name=a*', 'rules_update_rule:name=a*'],
      allow: ['rules_get*', 'fs_*'],
    });
  });

  it('in the spelling of today denies calls under the former name', async () => {
    const { judge } = await agentWith({ permissions: { deny: ['rules_create_rule'] } });
    expect(await judge('rules_createRule', RULE)).toMatchObject({ verdict: 'deny' });
  });
});

describe('a conversation that began under the former names', () => {
  it('is without the tools that it excluded, and has those that it included', async () => {
    const toolInclude = { tools: { list_rules: 'manual' } };
    const rules = { type: 'internal', tool: 'rules', toolInclude };
    const { names } = await agentWith({ mcpServers: { rules } });
    const listed = await names({
      ...TURN,
      exclude: [{ kind: 'tool', name: 'rules_createRule' }],
      include: [{ kind: 'tool', name: 'rules_listRules' }],
    });
    expect(listed).not.toContain('rules_create_rule');
    expect(listed).toContain('rules_list_rules');
  });

  it('lets no call run that a session of an earlier release permitted, and is denied by rules', async () => {
    const turn = { ...TURN, permitted: ['rules_createRule'] };
    const { judge } = await agentWith({});
    expect(await judge('rules_create_rule', RULE, turn)).toMatchObject({ verdict: 'ask' });
    const denied = await agentWith({ permissions: { deny: ['rules_createRule'] } });
    expect(await denied.judge('rules_create_rule', RULE, turn)).toMatchObject({ verdict: 'deny' });
  });

  it('has its calls made, such as those that were approved before', async () => {
    const { call, textAt } = await agentWith({});
    await call('rules_createRule', RULE);
    expect(await textAt('rules/short.mdt')).toContain('Be short.');
  });
});
