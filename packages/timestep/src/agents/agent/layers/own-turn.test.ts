import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { getText, type JsonObject, type NumberedEvent, type Task } from '#core';
import type { AgentFn, Backend } from '#engine/port';
import { openMemory } from '#engine/runner';
import { Agent, serve } from '#serving/server';
import { createTestFolder } from '../folder.fixture.ts';
import { loadAgentFolder } from '../load-agent.ts';
import { ownFiles, RULE } from '../own-agent.fixture.ts';

const NEVER = new AbortController().signal;

/** Makes the calls one after the other; then says which tools it saw and how many messages it had. */
function callsInOrder(calls: readonly (readonly [string, JsonObject])[]): AgentFn {
  return (messages, { tools }) => {
    const asked = messages.findLastIndex(({ role }) => role === 'user');
    const made = messages.slice(asked).filter(({ role }) => role === 'tool').length;
    const [name, args] = calls[made] ?? [];
    if (name === undefined) {
      const names = tools
        .map((tool) => tool.function.name)
        .filter((one) => one.startsWith('rules_'));
      const said = messages.filter(({ role }) => role !== 'system').length;
      return { role: 'assistant', content: `${said} ${names.join(' ')}` };
    }
    const called = { name, arguments: JSON.stringify(args) };
    const id = `${asked}-${made}`;
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: called }],
    };
  };
}

async function served(model: AgentFn, files: Readonly<Record<string, string>>) {
  const folder = createTestFolder(files);
  const definition = loadAgentFolder(folder, { model });
  const opened: Backend[] = [];
  const serving = await serve({
    agents: [new Agent(definition)],
    port: 0,
    backend(needs) {
      const backend = openMemory(needs);
      opened.push(backend);
      return backend;
    },
  });
  onTestFinished(async () => {
    await serving.close(0);
    await definition.close();
  });
  const [backend] = opened;
  if (!backend) throw new Error('no backend was opened');
  const { runner } = serving;
  let count = 0;
  const submission = () => ({
    agent: definition.agentId,
    principal: '',
    messageId: `m${(count += 1)}`,
  });
  return {
    folder,
    url: serving.url,
    sessions: backend.sessions,
    say: async (text: string): Promise<Task> => {
      const message = { role: 'user', content: text } as const;
      const { id } = await runner.submit({ ...submission(), contextId: 'c', message });
      return runner.waitUntilSettled(id, NEVER);
    },
    approve: async ({ id: taskId, calls: [waiting] }: Task): Promise<Task> => {
      const callId = waiting?.call.id ?? '';
      await runner.submit({ ...submission(), taskId, approvals: [{ callId, approved: true }] });
      return runner.waitUntilSettled(taskId, NEVER);
    },
    eventsOf: async (taskId: string): Promise<NumberedEvent[]> => {
      const events: NumberedEvent[] = [];
      for await (const update of runner.subscribe(taskId, 0, NEVER)) {
        if (update.kind === 'event') events.push(update.event);
      }
      return events;
    },
  };
}

const CHANGE = ['rules_update_rule', { name: 'kind', text: 'Be very kind.' }] as const;

function lastOf({ entries }: Task): string {
  return entries ? getText(entries.last.message) : '';
}

it('shows a person the lines of an edit, and makes it with a yes', async () => {
  const { folder, say, approve, eventsOf } = await served(callsInOrder([CHANGE]), ownFiles());
  const file = join(folder, 'rules', 'kind.mdt');
  const asking = await say('Be kinder.');
  expect(asking.state).toBe('input-required');
  expect(readFileSync(file, 'utf8')).toBe(RULE);
  const done = await approve(asking);
  expect(done.state).toBe('completed');
  expect(readFileSync(file, 'utf8')).toContain('Be very kind.');
  const events = await eventsOf(done.id);
  expect(events.find(({ type }) => type === 'approval.requested')).toMatchObject({
    reason: 'rules/kind.mdt\n  ---\n  \n- Be kind.\n+ Be very kind.',
  });
});

it('makes a call under the name that its tool had before, with a yes', async () => {
  const model = callsInOrder([['rules_updateRule', { name: 'kind', text: 'Be very kind.' }]]);
  const { folder, say, approve } = await served(model, ownFiles());
  const asking = await say('Be kinder.');
  expect(asking.state).toBe('input-required');
  expect((await approve(asking)).state).toBe('completed');
  expect(readFileSync(join(folder, 'rules', 'kind.mdt'), 'utf8')).toContain('Be very kind.');
});

it('makes no edit of a file that an editor has changed since it was shown', async () => {
  const { folder, say, approve, eventsOf } = await served(callsInOrder([CHANGE]), ownFiles());
  const file = join(folder, 'rules', 'kind.mdt');
  const asking = await say('Be kinder.');
  writeFileSync(file, RULE.replace('kind.', 'firm.'));
  const done = await approve(asking);
  expect(readFileSync(file, 'utf8')).toContain('Be firm.');
  const failed = (await eventsOf(done.id)).find(({ type }) => type === 'tool.failed');
  expect(failed).toMatchObject({
    error: { message: expect.stringMatching(/^changed-underneath: rules\/kind\.mdt/) as string },
  });
});

it('asks no person about an edit that cannot be made', async () => {
  const model = callsInOrder([['rules_delete_rule', { name: 'none' }]]);
  const { say } = await served(model, ownFiles());
  const done = await say('Forget it.');
  expect(done.state).toBe('completed');
});

it('has a tool that it includes at once, and in later turns of the session', async () => {
  const own = (switches: object): object => ({
    type: 'internal',
    toolPermissionRequired: { serverDefault: false },
    ...switches,
  });
  const files = ownFiles();
  const manifest = {
    metadata: { name: 'x' },
    mcpServers: {
      rules: own({ tool: 'rules', toolInclude: { serverDefault: 'manual' } }),
      tools: own({ tool: 'tools' }),
    },
  };
  const include = { serverName: 'rules', toolName: 'list_rules' };
  const model = callsInOrder([
    ['tools_include_tool', include],
    ['rules_list_rules', {}],
  ]);
  const { say, sessions } = await served(model, {
    ...files,
    'tsagent.json': JSON.stringify(manifest),
  });
  const first = await say('List your rules.');
  expect(lastOf(first)).toBe('5 rules_list_rules');
  expect(first.calls.map(({ content }) => content)).not.toContain('unknown_tool:rules_list_rules');
  expect(first.origin.turn).toBeUndefined();
  expect(await sessions.get({ principal: '', id: 'c' })).toMatchObject({
    agent: 'x',
    include: [{ kind: 'tool', name: 'rules_list_rules' }],
  });
  const second = await say('Again.');
  expect(second.origin.turn?.include).toEqual([{ kind: 'tool', name: 'rules_list_rules' }]);
  expect(lastOf(second)).toBe('11 rules_list_rules');
});

const READ = ['rules_get_rule', { name: 'kind' }] as const;
const ALONE = { metadata: { name: 'x', autonomous: true } };

/** The task over both versions of A2A. */
async function overA2A(url: string, text: string): Promise<readonly [string, JsonObject][]> {
  const post = async (path: string, version: string, body: object): Promise<JsonObject> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'a2a-version': version },
    });
    return (await response.json()) as JsonObject;
  };
  const message = { contextId: 'c', parts: [{ text }] };
  const sent = { ...message, messageId: `${text} 1`, role: 'ROLE_USER' };
  const older = {
    ...message,
    messageId: `${text} 2`,
    kind: 'message',
    role: 'user',
    parts: [{ kind: 'text', text }],
  };
  const params = { configuration: { blocking: true }, message: older };
  return [
    ['1.0', await post('/message:send', '1.0', { message: sent })],
    ['0.3', await post('', '0.3', { jsonrpc: '2.0', id: 1, method: 'message/send', params })],
  ];
}

it('shows callers of an agent that works alone results, and no calls, and answers each message by itself', async () => {
  const { url } = await served(callsInOrder([READ]), ownFiles(ALONE));
  await overA2A(url, 'first');
  for (const [version, answer] of await overA2A(url, 'second')) {
    const text = JSON.stringify(answer);
    // The message, the call and its result: nothing of the turns before.
    expect([version, text]).toEqual([version, expect.stringContaining('"3 rules_list_rules')]);
    expect(text).toContain('"history"');
    expect(text).not.toMatch(/tool_calls|tool_results|Be kind/);
  }
});

it('shows callers of an interactive agent what it calls', async () => {
  const { url } = await served(callsInOrder([READ]), ownFiles());
  for (const [version, answer] of await overA2A(url, 'first')) {
    expect([version, JSON.stringify(answer)]).toEqual([
      version,
      expect.stringMatching(/tool_calls.*Be kind/),
    ]);
  }
});
