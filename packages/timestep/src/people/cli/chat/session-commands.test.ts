import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listCompletions, runSlashLine } from '#people/chat';
import { EMPTY_VIEW } from '#people/view';
import { openMemory, systemClock } from '#engine/runner';
import { Environment } from '#serving/server';
import { createTestFolder } from '../timestep.fixture.ts';
import { openChatAgent } from './open-chat-agent.ts';
import { openChatSession, type ChatSessionDeps } from './chat-session.ts';
import type { ChatSession } from './terminal-chat.ts';

const never = new AbortController().signal;

async function skyServer(): Promise<string> {
  const environment = new Environment({ environmentId: 'sky', enableHandoff: false });
  environment.tool('get', {}, () => 'blue');
  environment.tool('set', {}, () => 'done');
  const listening = await environment.start({ port: 0 });
  onTestFinished(() => listening.close(0));
  return `${listening.url}/mcp`;
}

interface Opened {
  readonly path: string;
  readonly site: ChatSessionDeps;
  readonly talk: ChatSession;
  /** What a line comes to, as text. */
  readonly line: (text: string, talk?: ChatSession) => Promise<string>;
  readonly say: (text: string) => Promise<void>;
}

async function opened(files: Readonly<Record<string, string>>, name = '.'): Promise<Opened> {
  const folder = createTestFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const path = join(folder, name);
  const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
  const agent = await openChatAgent(path, {
    model: undefined,
    env,
    isOwn: true,
    writeError: () => undefined,
  });
  const { served, callable } = agent;
  const backend = openMemory({ agents: callable?.combineAgents([served]) ?? [served] });
  onTestFinished(async () => {
    await backend.close(0);
    await agent.close();
  });
  const site: ChatSessionDeps = {
    agent,
    backend,
    principal: '',
    clock: systemClock,
    newId: randomUUID,
    getLicense: () => 'MIT',
  };
  const talk = await openChatSession(site, undefined);
  return {
    path: folder,
    site,
    talk,
    async line(text, on = talk) {
      const answer = await runSlashLine(
        text,
        on.createCommandPort(() => EMPTY_VIEW),
      );
      return answer && 'text' in answer ? answer.text : JSON.stringify(answer);
    },
    async say(text) {
      const taskId = await talk.conversation.send(text);
      await backend.runner.waitUntilSettled(taskId, never);
    },
  };
}

const SCRIPT = JSON.stringify({ rules: [{ when: { user: { contains: '' } }, reply: 'Well.' }] });

function manifest(rest: object = {}): string {
  const settings = { model: 'script:talk.json', temperature: 0.2 };
  return JSON.stringify({ metadata: { name: 'Guide' }, settings, ...rest }, undefined, 2);
}

const RULES = {
  'rules/always.mdt': '---\nname: short\ninclude: always\n---\nBe short.',
  'rules/manual.mdt': '---\nname: loud\ninclude: manual\ndescription: shouts\n---\nSHOUT.',
  'references/sky.mdt': '---\nname: sky\ninclude: agent\n---\nThe sky is blue by day.',
};

it('shows what the agent has, and takes it into the conversation or out of it', async () => {
  const sky = { url: await skyServer(), toolInclude: { tools: { set: 'manual' } } };
  const { line, say } = await opened({
    ...RULES,
    'talk.json': SCRIPT,
    'tsagent.json': manifest({ mcpServers: { sky } }),
  });
  expect(await line('/rules')).toBe('- `short` (always)\n- `loud` (on request): shouts');
  expect(await line('/references')).toBe('- `sky` (if it seems relevant)');
  const isThere = '\n\nMCP servers:\n\n- `sky`: connected, 2 tools';
  expect(await line('/tools')).toBe(
    `- \`sky_get\` (always, requires approval)\n- \`sky_set\` (on request, requires approval)${isThere}`,
  );
  expect(await line('/tools include sky_set')).toContain('is included in the conversation');
  await line('/tools exclude sky_get');
  await line('/rules include loud');
  await line('/setting toolPermission never');
  expect(await line('/tools reload')).toBe('- `sky`: connected, 2 tools');
  expect(await line('/tools ping sky')).toMatch(/^- `sky`: answered in [\d.]+ ms$/);
  expect(await line('/tools log sky')).toBe('The server `sky` has printed nothing.');
  expect(await line('/tools log sea')).toContain('unknown MCP server sea: use one of');
  expect(await line('/tools')).toMatch(
    /^- `sky_get` \(always, excluded here\)\n- `sky_set` \(on request, included here\)\n\nMCP/,
  );
  await say('What is the sky by day?');
  const context = await line('/context');
  for (const chosen of [
    'rule `short` (always',
    'rule `loud` (session',
    'tool `sky_set` (session',
  ]) {
    expect(context).toContain(chosen);
  }
  expect(context).toMatch(/reference `sky` \(agent, score \d/);
  expect(context).not.toContain('sky_get');
  expect(context).toContain("The model's context window: 128000 tokens.");
});

/** An MCP server over standard streams that prints a line to standard error when it is started. */
const PRINTING_SERVER = `
console.error('the desk is open');
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const results = {
    initialize: {
      protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'desk', version: '1' },
    },
    'tools/list': { tools: [] },
  };
  if (id === undefined) return;
  const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'no' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
`;

it('shows what the servers of called agents have printed', async () => {
  const sky = { url: await skyServer() };
  const desk = { command: process.execPath, args: ['-e', PRINTING_SERVER] };
  const helper = { metadata: { name: 'Helper' }, settings: { model: 'builtin:echo' } };
  const { line, site, talk } = await opened(
    {
      'guide/talk.json': SCRIPT,
      'guide/tsagent.json': manifest({ agents: ['../helper'], mcpServers: { sky } }),
      'helper/tsagent.json': JSON.stringify({ ...helper, mcpServers: { desk } }),
    },
    'guide',
  );
  const { runner } = site.backend;
  const message = { role: 'user', content: 'hello' } as const;
  const asked = await runner.submit({ agent: 'helper', principal: '', messageId: 'm', message });
  await runner.waitUntilSettled(asked.id, never);
  const printed = /^- [\d:]+ `the desk is open`$/;
  expect(await line('/tools log helper/desk')).toMatch(printed);
  expect(await line('/tools log desk')).toMatch(printed);
  expect(await line('/tools log help')).toMatch(printed);
  expect(await line('/tools log sky')).toBe('The server `sky` has printed nothing.');
  expect(await line('/tools log sea')).toContain(
    'unknown MCP server sea: use one of sky, helper/desk',
  );
  const port = talk.createCommandPort(() => EMPTY_VIEW);
  const suggested = await listCompletions('/tools log h', port);
  expect(suggested.map(({ word }) => word)).toEqual(['helper/desk']);
});

it('sets settings of the session, takes them back, and writes them where the agent is', async () => {
  const { line, path, site, talk, say } = await opened({
    'talk.json': SCRIPT,
    'tsagent.json': manifest(),
  });
  expect(await line('/settings save')).toContain('no setting was changed');
  await line('/setting topP 0.5');
  await line('/setting maxChatTurns 7');
  await line('/setting toolPermission always');
  await say('hello');
  const key = { principal: '', id: talk.conversation.sessionId };
  const settings = { top_p: 0.5, max_steps: 7, toolPermission: 'always' };
  expect(await site.backend.sessions.get(key)).toMatchObject({ settings, name: 'hello' });
  const { tasks } = await site.backend.runner.list({ principal: '', pageSize: 1 });
  expect(tasks[0]).toMatchObject({
    origin: {
      turn: { limits: { max_steps: 7 }, settings: { top_p: 0.5 }, toolPermission: 'always' },
    },
  });
  expect(await line('/settings save')).toContain(path);
  const written: unknown = JSON.parse(readFileSync(join(path, 'tsagent.json'), 'utf8'));
  expect(written).toMatchObject({
    settings: { temperature: 0.2, topP: 0.5, maxChatTurns: 7, toolPermission: 'always' },
  });
  await line('/settings reset');
  expect((await site.backend.sessions.get(key))?.settings).toEqual({});
});

it('lets a session name a model that can be made, and no other', async () => {
  const { line, site, talk, say } = await opened({
    'talk.json': SCRIPT,
    'tsagent.json': manifest(),
  });
  expect(await line('/model')).toBe('The model is `script:talk.json`.');
  expect(await line('/model anthropic/x')).toContain('ANTHROPIC_API_KEY');
  expect(await line('/model script:other.json')).toContain('cannot use a script');
  expect(await line('/model builtin:echo')).toBe(
    'The model is `builtin:echo`, starting with the next message.',
  );
  expect(await line('/agent')).toContain('**model**: builtin:echo');
  await say('hello');
  const { tasks } = await site.backend.runner.list({ principal: '', pageSize: 1 });
  expect(JSON.stringify(tasks[0])).toContain('Echo: hello');
  expect(await line('/compact')).toContain('no model can create a summary');
  const again = await openChatSession(site, talk.conversation.sessionId, true);
  expect(await line('/model', again)).toBe('The model is `script:talk.json`.');
});

it('lists conversations and turns, and forks', async () => {
  const { line, site, talk, say } = await opened({ 'script.json': SCRIPT }, 'script.json');
  expect(await line('/sessions')).toBe('No conversations.');
  await say('one');
  expect(await line('/sessions')).toMatch(/ one \(1 turn, \d+ s ago, with script, current\)$/);
  expect(await line('/rename Ann\'s "trip"')).toContain('is now called');
  expect(await line('/sessions')).toMatch(/ Ann's "trip" \(1 turn, /);
  expect(await line('/tasks')).toMatch(/^- `\S+` completed: one /);
  expect(await line('/tools exclude calc')).toContain(
    'cannot be included or excluded per conversation',
  );
  expect(await line('/settings save')).toContain('no files in which settings can be saved');
  const { sessionId } = JSON.parse(await line('/fork')) as { readonly sessionId: string };
  const fork = await openChatSession(site, sessionId);
  expect(await line('/sessions', fork)).toContain(`\`${talk.conversation.sessionId}\``);
});

it('lists a context that a client began, and goes on with it', async () => {
  const { line, site } = await opened({ 'script.json': SCRIPT }, 'script.json');
  const { runner, sessions } = site.backend;
  const begun = await runner.submit({
    agent: 'script',
    principal: '',
    messageId: 'm1',
    contextId: 'c1',
    message: { role: 'user', content: 'from afar' },
  });
  await runner.waitUntilSettled(begun.id, never);
  expect(await line('/sessions')).toBe('No conversations.');
  expect(await line('/sessions all')).toMatch(
    /^- `c1` from afar \(1 turn, \d+ s ago, with script\)$/,
  );
  expect(await line('/resume c')).toBe('{"do":"open","sessionId":"c1"}');
  const again = await openChatSession(site, 'c1');
  const next = await again.conversation.send('here');
  expect((await runner.waitUntilSettled(next, never)).origin.history).toHaveLength(2);
  expect(await sessions.get({ principal: '', id: 'c1' })).toMatchObject({ agent: 'script' });
  expect((await line('/sessions', again)).split('\n')).toHaveLength(1);
});

it('takes agents of one file, and says what it does not take', async () => {
  const yaml = 'metadata:\n  name: Echo\nsettings:\n  model: builtin:echo\nprompt: Say it.\n';
  const { say, site, line } = await opened({ 'echo.yaml': yaml }, 'echo.yaml');
  await say('hello');
  const { tasks } = await site.backend.runner.list({ principal: '', pageSize: 1 });
  expect(JSON.stringify(tasks[0])).toContain('Echo: hello');
  await line('/setting topP 0.5');
  expect(await line('/settings save')).toContain('no files in which settings can be saved');
  const options = { model: 'a/b', env: {}, isOwn: true, writeError: () => undefined };
  const isUsage: unknown = expect.objectContaining({ code: 'usage' });
  await expect(openChatAgent('http://127.0.0.1:1', options)).rejects.toEqual(isUsage);
  await expect(openChatAgent(join(createTestFolder(), 'none'), { ...options })).rejects.toThrow(
    'is not an agent folder',
  );
});
