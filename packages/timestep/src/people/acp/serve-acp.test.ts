import { methods, type McpServer } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import type { EntryPoint } from '#core';
import {
  createAcpFixture,
  listUpdateKinds,
  formatUpdates,
  type AcpFixture,
} from './acp.fixture.ts';

const allow = { outcome: 'selected', optionId: 'allow_once' } as const;
const always = { outcome: 'selected', optionId: 'allow_always' } as const;
const reject = { outcome: 'selected', optionId: 'reject_once' } as const;
const { session } = methods.agent;

/** Starts a context as a client of this way in would. */
async function startContext(
  { backend: { runner } }: AcpFixture,
  { contextId, entry }: { readonly contextId: string; readonly entry: EntryPoint },
): Promise<void> {
  const { id } = await runner.submit({
    agent: 'other',
    principal: '',
    messageId: `m-${contextId}`,
    contextId,
    entry,
    message: { role: 'user', content: 'from afar' },
  });
  await runner.waitUntilSettled(id, new AbortController().signal);
}

describe('serveAcp', () => {
  it('answers a prompt while it grows, and names the session', async () => {
    const client = await createAcpFixture().connect();
    const { sessionId } = await client.createSession();
    expect(await client.sendPrompt(sessionId, 'hello')).toBe('end_turn');
    expect(formatUpdates(client.updates)).toEqual(['agent: You said hello.']);
    expect(client.updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'session_info_update', title: 'hello' }),
    );
  });

  it('refuses a wrong message id, and repairs half a character in a text', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect();
    const { sessionId } = await client.createSession();
    for (const wrong of ['a\0b', 'x'.repeat(513)]) {
      await expect(client.sendPrompt(sessionId, 'hello', wrong)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(/_meta\["dev\.timestep\/message-id"\] must /),
      });
    }
    expect(await client.sendPrompt(sessionId, 'half \ud83d of one')).toBe('end_turn');
    expect(formatUpdates(client.updates)).toEqual(['agent: You said half \ufffd of one.']);
    expect(stage.errors).toEqual([]);
  });

  it('sends the commands with the session, and again with the first prompt alone', async () => {
    const client = await createAcpFixture().connect();
    const { sessionId } = await client.createSession();
    const commands = () =>
      listUpdateKinds(client.updates).filter((kind) => kind.startsWith('available'));
    await expect.poll(commands).toHaveLength(1);
    await client.sendPrompt(sessionId, 'one');
    await client.sendPrompt(sessionId, 'two');
    expect(commands()).toHaveLength(2);
  });

  it('asks before a tool is called, with the arguments in words and as data', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect({ permit: () => allow });
    const { sessionId } = await client.createSession();
    expect(await client.sendPrompt(sessionId, 'note milk')).toBe('end_turn');
    expect(stage.notes).toEqual(['milk']);
    expect(client.asked).toMatchObject([
      {
        toolCall: {
          title: 'note milk',
          name: 'note',
          status: 'pending',
          rawInput: { text: 'milk' },
          content: [
            { content: { text: 'Allow note?' } },
            { content: { text: '```json\n{\n  "text": "milk"\n}\n```' } },
          ],
        },
        options: [
          { kind: 'allow_once', name: 'Allow this call' },
          { kind: 'allow_always', name: 'Allow only these arguments of note in this session' },
          { kind: 'allow_always', name: 'Allow any arguments of note in this session' },
          { kind: 'allow_always', name: 'Always allow any arguments of note, until revoked' },
          { kind: 'reject_once' },
        ],
      },
    ]);
    expect(formatUpdates(client.updates)).toEqual([
      'agent: Let me note it.',
      'note milk: pending in_progress completed',
      'agent: Noted: 1 notes',
    ]);
    expect(client.updates).toContainEqual(expect.objectContaining({ rawOutput: '1 notes' }));
  });

  it('calls a tool without a further question where it is always allowed in the session', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect({ permit: () => always });
    const { sessionId } = await client.createSession();
    await client.sendPrompt(sessionId, 'note milk');
    await client.sendPrompt(sessionId, 'note eggs');
    expect(stage.notes).toEqual(['milk', 'eggs']);
    expect(client.asked).toHaveLength(1);
    const other = await client.createSession();
    await client.sendPrompt(other.sessionId, 'note tea');
    expect(client.asked).toHaveLength(2);
  });

  it('asks in words where the client cannot be asked, and takes yes or no for an answer', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect({
      permit() {
        throw new Error('there is no such method');
      },
    });
    const { sessionId } = await client.createSession();
    for (const [answer, notes] of [
      ['yes', ['milk']],
      ['no', ['milk']],
    ] as const) {
      expect(await client.sendPrompt(sessionId, 'note milk')).toBe('end_turn');
      expect(formatUpdates(client.updates).at(-1)).toMatch(/^agent: May I call note\(.*yes or no/);
      expect(await client.sendPrompt(sessionId, answer)).toBe('end_turn');
      expect(stage.notes).toEqual(notes);
    }
  });

  it('does not call a tool that is rejected', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect({ permit: () => reject });
    const { sessionId } = await client.createSession();
    expect(await client.sendPrompt(sessionId, 'note milk')).toBe('end_turn');
    expect(stage.notes).toEqual([]);
    expect(formatUpdates(client.updates)[1]).toBe('note milk: pending failed');
  });

  it('cancels a turn, also one that waits for permission', async () => {
    const client = await createAcpFixture().connect();
    const { sessionId } = await client.createSession();
    for (const text of ['hang', 'note milk']) {
      const ended = client.sendPrompt(sessionId, text);
      const isUnderWay = (): boolean => text === 'hang' || client.asked.length > 0;
      await expect.poll(isUnderWay).toBe(true);
      await client.agent.notify(session.cancel, { sessionId });
      expect(await ended).toBe('cancelled');
    }
  });

  it('goes on without the client, and shows it all when the session is loaded', async () => {
    const stage = createAcpFixture();
    const first = await stage.connect();
    const { sessionId } = await first.createSession();
    await first.sendPrompt(sessionId, 'hello');
    const lost = first.sendPrompt(sessionId, 'note milk').catch(() => 'lost');
    await expect.poll(() => first.asked.length).toBe(1);
    await first.close();
    expect(await lost).toBe('lost');

    const second = await stage.connect({ permit: () => allow });
    const loaded = await second.agent.request(session.load, {
      sessionId,
      cwd: '/project',
      mcpServers: [],
    });
    expect(loaded.modes?.currentModeId).toBe('default');
    await expect.poll(() => stage.notes).toEqual(['milk']);
    await expect
      .poll(() => formatUpdates(second.updates))
      .toEqual([
        'user: hello',
        'agent: You said hello.',
        'user: note milk',
        'agent: Let me note it.',
        'note milk: pending in_progress completed',
        'agent: Noted: 1 notes',
      ]);
    expect(second.asked).toHaveLength(1);
  });

  it('resumes a session without what was said, and still asks what is open', async () => {
    const stage = createAcpFixture();
    const first = await stage.connect();
    const { sessionId } = await first.createSession();
    void first.sendPrompt(sessionId, 'note milk').catch(() => undefined);
    await expect.poll(() => first.asked.length).toBe(1);
    await first.close();
    const second = await stage.connect({ permit: () => reject });
    await second.agent.request(session.resume, { sessionId, cwd: '/project' });
    await expect
      .poll(() => formatUpdates(second.updates))
      .toContain('agent: Noted: {"error":"denied","detail":"a person did not approve the call"}');
    expect(formatUpdates(second.updates)).not.toContain('user: note milk');
  });

  it('takes a prompt once that is sent again', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect({ permit: () => allow });
    const { sessionId } = await client.createSession();
    const sent = await Promise.all(
      [1, 2].map(() => client.sendPrompt(sessionId, 'note milk', 'm-1')),
    );
    expect(sent).toEqual(['end_turn', 'end_turn']);
    expect(await client.sendPrompt(sessionId, 'note milk', 'm-1')).toBe('end_turn');
    expect(stage.notes).toEqual(['milk']);
  });

  it('lists, closes and deletes sessions', async () => {
    const client = await createAcpFixture().connect();
    const one = await client.createSession();
    const two = await client.createSession();
    await client.sendPrompt(one.sessionId, 'first');
    await client.sendPrompt(two.sessionId, 'second');
    const ids = async (cwd?: string) => {
      const { sessions } = await client.agent.request(
        session.list,
        cwd === undefined ? {} : { cwd },
      );
      return sessions.map(({ title }) => title);
    };
    expect(await ids()).toEqual(['second', 'first']);
    expect(await ids('/elsewhere')).toEqual([]);
    await client.agent.request(session.close, { sessionId: one.sessionId });
    expect(await ids('/project')).toEqual(['second', 'first']);
    await client.agent.request(session.delete, { sessionId: two.sessionId });
    expect(await ids()).toEqual(['first']);
  });

  it('lists contexts that a person began elsewhere, and not those of programs', async () => {
    const stage = createAcpFixture();
    for (const entry of ['page', 'a2a-1.0', 'terminal', 'responses', 'agent', 'mcp'] as const) {
      await startContext(stage, { contextId: entry, entry });
    }
    const client = await stage.connect();
    const { sessions } = await client.agent.request(session.list, {});
    const listed = sessions.map(({ sessionId }) => sessionId);
    expect(listed.toSorted()).toEqual(['page', 'terminal']);
  });

  it('loads a context that a program began, and lists it once a person has continued it', async () => {
    const stage = createAcpFixture();
    await startContext(stage, { contextId: 'c1', entry: 'a2a-1.0' });
    const client = await stage.connect();
    expect((await client.agent.request(session.list, {})).sessions).toEqual([]);
    await client.agent.request(session.load, { sessionId: 'c1', cwd: '/project', mcpServers: [] });
    await client.sendPrompt('c1', 'here');
    const heard = ['user: from afar', 'agent: You said from afar.', 'agent: You said here.'];
    expect(formatUpdates(client.updates)).toEqual(heard);
    const { sessions } = await client.agent.request(session.list, {});
    expect(sessions).toMatchObject([{ sessionId: 'c1' }]);
  });

  it('refuses sessions that are not there, and what it cannot use', async () => {
    const client = await createAcpFixture().connect();
    await expect(client.sendPrompt('nothing', 'hello')).rejects.toMatchObject({ code: -32002 });
    const { sessionId } = await client.createSession();
    const audio = { type: 'audio', data: '', mimeType: 'audio/wav' } as const;
    await expect(client.sendPrompt(sessionId, [audio])).rejects.toMatchObject({ code: -32602 });
    const sse: McpServer = { type: 'sse', name: 'old', url: 'http://127.0.0.1/sse', headers: [] };
    await expect(client.createSession([sse])).rejects.toMatchObject({ code: -32602 });
    const authenticating = client.agent.request(methods.agent.authenticate, { methodId: 'x' });
    await expect(authenticating).rejects.toMatchObject({ code: -32602 });
  });

  it('answers with the failure of a turn, and shows it when the session is loaded', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect();
    const { sessionId } = await client.createSession();
    await expect(client.sendPrompt(sessionId, 'fail')).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('the model is away'),
    });
    expect(formatUpdates(client.updates)).toEqual([]);
    await client.agent.request(session.load, { sessionId, cwd: '/project', mcpServers: [] });
    expect(formatUpdates(client.updates)).toEqual([
      'user: fail',
      'agent: The turn failed: the model is away',
    ]);
  });
});

describe('questions', () => {
  it('are text for a client without forms, and the next prompt is the answer', async () => {
    const client = await createAcpFixture().connect();
    const { sessionId } = await client.createSession();
    expect(await client.sendPrompt(sessionId, 'book')).toBe('end_turn');
    expect(formatUpdates(client.updates).at(-1)).toBe('agent: Which day? (Monday, Friday)');
    expect(await client.sendPrompt(sessionId, 'Friday')).toBe('end_turn');
    expect(formatUpdates(client.updates).at(-1)).toBe('agent: Booked Friday');
  });

  it('are forms where the client has them', async () => {
    const client = await createAcpFixture().connect({
      capabilities: { elicitation: { form: {} } },
      elicit: () => ({ action: 'accept', content: { answer: 'Monday' } }),
    });
    const { sessionId } = await client.createSession();
    expect(await client.sendPrompt(sessionId, 'book')).toBe('end_turn');
    expect(formatUpdates(client.updates)).toEqual([
      'book: pending in_progress pending in_progress completed',
      'agent: Booked Monday',
    ]);
    expect(client.questions).toMatchObject([{ mode: 'form', message: 'Which day?' }]);
  });

  it('are told as declined where the form is declined', async () => {
    const client = await createAcpFixture().connect({
      capabilities: { elicitation: { form: {} } },
      elicit: () => ({ action: 'decline' }),
    });
    const { sessionId } = await client.createSession();
    expect(await client.sendPrompt(sessionId, 'book')).toBe('end_turn');
    const said = formatUpdates(client.updates);
    expect(said.at(-1)).toBe('agent: Booked nothing, the user declined');
    expect(said.join('\n')).not.toContain('did not answer');
  });

  it('end, also where there are 300 in a session or in one reply', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect({
      permit: () => ({ outcome: 'selected', optionId: 'allow_once' }),
      capabilities: { elicitation: { form: {} } },
      elicit: () => ({ action: 'accept', content: { answer: 'Monday' } }),
    });
    const { sessionId } = await client.createSession();
    for (let turn = 0; turn < 300; turn += 1) await client.sendPrompt(sessionId, 'book');
    await client.sendPrompt(sessionId, 'notes');
    expect([client.questions.length, client.asked.length]).toEqual([300, 300]);
    expect(stage.notes).toHaveLength(300);
  });

  it('become text where the form is closed', async () => {
    const client = await createAcpFixture().connect({
      capabilities: { elicitation: { form: {} } },
    });
    const { sessionId } = await client.createSession();
    expect(await client.sendPrompt(sessionId, 'book')).toBe('end_turn');
    expect(formatUpdates(client.updates).at(-1)).toBe('agent: Which day? (Monday, Friday)');
    await client.sendPrompt(sessionId, 'Friday');
    expect(formatUpdates(client.updates).at(-1)).toBe('agent: Booked Friday');
  });
});

describe('options', () => {
  it('choose the agent until the session begins, and the model and the mode at any time', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect();
    const { sessionId, configOptions } = await client.createSession();
    expect(configOptions?.map(({ id }) => id)).toEqual(['agent', 'model', 'mode']);
    const choose = (configId: string, value: string) =>
      client.agent.request(session.setConfigOption, { sessionId, configId, value });
    await choose('agent', 'other');
    await choose('mode', 'never');
    await client.sendPrompt(sessionId, 'note milk');
    expect(stage.notes).toEqual(['milk']);
    const kept = await stage.backend.sessions.get({ principal: '', id: sessionId });
    expect(kept).toMatchObject({
      agent: 'other',
      directory: '/project',
      settings: { toolPermission: 'never' },
    });
    await expect(choose('agent', 'guide')).rejects.toMatchObject({ code: -32602 });
    await expect(choose('mode', 'sometimes')).rejects.toMatchObject({ code: -32602 });
    await client.agent.request(session.setMode, { sessionId, modeId: 'default' });
    await expect
      .poll(() => client.updates.findLast((one) => one.sessionUpdate === 'current_mode_update'))
      .toMatchObject({ currentModeId: 'default' });
  });

  it('keep a chosen model with the session', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect();
    const { sessionId } = await client.createSession();
    await client.sendPrompt(sessionId, 'hello');
    const { configOptions } = await client.agent.request(session.setConfigOption, {
      sessionId,
      configId: 'model',
      value: 'c/d',
    });
    expect(configOptions).toMatchObject([{ id: 'model', currentValue: 'c/d' }, { id: 'mode' }]);
    const kept = await stage.backend.sessions.get({ principal: '', id: sessionId });
    expect(kept?.settings).toEqual({ model: 'c/d' });
  });

  it('offer the models of the providers once the session exists', async () => {
    const stage = createAcpFixture();
    stage.laterModels.push('e/f');
    const client = await stage.connect();
    const { sessionId } = await client.createSession();
    await expect
      .poll(() => client.updates.findLast((one) => one.sessionUpdate === 'config_option_update'))
      .toMatchObject({
        configOptions: [
          { id: 'agent' },
          { id: 'model', options: [{ value: 'default' }, { value: 'c/d' }, { value: 'e/f' }] },
          { id: 'mode' },
        ],
      });
    const value = 'e/f';
    await client.agent.request(session.setConfigOption, { sessionId, configId: 'model', value });
    await client.sendPrompt(sessionId, 'hello');
    const kept = await stage.backend.sessions.get({ principal: '', id: sessionId });
    expect(kept?.settings).toEqual({ model: 'e/f' });
  });
});

it('offers the commands of the agent folder, and sends their texts', async () => {
  const client = await createAcpFixture().connect();
  const { sessionId } = await client.createSession();
  await expect
    .poll(() => client.updates.find((one) => one.sessionUpdate === 'available_commands_update'))
    .toMatchObject({
      availableCommands: expect.arrayContaining([
        { name: 'review', description: 'Reviews a file.', input: { hint: '<file>' } },
      ]) as unknown[],
    });
  await client.sendPrompt(sessionId, '/review a.ts');
  expect(formatUpdates(client.updates).at(-1)).toContain('Review a.ts.');
});

it('shows plans that tools give', async () => {
  const client = await createAcpFixture().connect();
  const { sessionId } = await client.createSession();
  await client.sendPrompt(sessionId, 'plan');
  expect(formatUpdates(client.updates)).toEqual([
    'plan: pending in_progress completed',
    'plan: Look',
    'agent: Planned.',
  ]);
});

it('carries out commands without the agent', async () => {
  const client = await createAcpFixture().connect();
  const { sessionId } = await client.createSession();
  await client.sendPrompt(sessionId, 'hello');
  expect(await client.sendPrompt(sessionId, '/rename Tea')).toBe('end_turn');
  expect(formatUpdates(client.updates).at(-1)).toBe('agent: The conversation is now called `Tea`.');
  await client.sendPrompt(sessionId, '/tasks');
  expect(formatUpdates(client.updates).at(-1)).toMatch(
    /^agent: - `[\w-]+` completed: hello \(\d+ tokens/,
  );
  await client.sendPrompt(sessionId, '/sessions');
  expect(formatUpdates(client.updates).at(-1)).toContain('Tea');
  await client.sendPrompt(sessionId, '/stats');
  expect(formatUpdates(client.updates).at(-1)).toContain('finished turns: 1');
  await client.sendPrompt(sessionId, '/model c/d');
  expect(formatUpdates(client.updates).at(-1)).toBe(
    'agent: The model is `c/d`, starting with the next message.',
  );
  await client.sendPrompt(sessionId, '/agent');
  expect(formatUpdates(client.updates).at(-1)).toBe('agent: - **name**: Guide');
  await client.sendPrompt(sessionId, '/unknown');
  expect(formatUpdates(client.updates).at(-1)).toBe('agent: You said /unknown.');
});

it('shows what was said elsewhere', async () => {
  const stage = createAcpFixture();
  const [editor, other] = [await stage.connect(), await stage.connect()];
  const { sessionId } = await editor.createSession();
  await editor.sendPrompt(sessionId, 'hello');
  await other.agent.request(session.load, { sessionId, cwd: '/project', mcpServers: [] });
  await other.sendPrompt(sessionId, 'good day');
  await expect
    .poll(() => formatUpdates(editor.updates))
    .toEqual(['agent: You said hello.', 'user: good day', 'agent: You said good day.']);
});

it('gives the servers of a client to its session', async () => {
  const stage = createAcpFixture();
  const client = await stage.connect();
  const env = [{ name: 'KEY', value: 'secret' }];
  const { sessionId } = await client.createSession([
    { name: 'git', command: 'git-mcp', args: ['x'], env },
  ]);
  const target = { command: 'git-mcp', args: ['x'], env: { KEY: 'secret' } };
  expect(stage.servers).toEqual([
    { id: sessionId, servers: [{ name: 'git', target, secrets: ['secret'] }] },
  ]);
});
