import { methods } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { startEditor, transcriptOf } from './editor.ts';
import { acpFolder } from './stage.ts';
import { wireSchema } from './wire-schema.ts';

const { session } = methods.agent;

it('sends nothing that is not as the published schema says', async () => {
  const folder = acpFolder();
  const editor = await startEditor(folder, {
    permit: 'allow_once',
    capabilities: { elicitation: { form: {} } },
    answer: { action: 'accept', content: { answer: 'Friday' } },
  });
  const { agent } = editor;
  const sessionId = await editor.begin();
  expect(await editor.say(sessionId, 'note milk')).toBe('end_turn');
  expect(await editor.say(sessionId, '/tasks')).toBe('end_turn');
  await agent.request(session.setConfigOption, { sessionId, configId: 'mode', value: 'always' });
  await agent.request(session.setMode, { sessionId, modeId: 'default' });
  expect(await editor.say(sessionId, 'book')).toBe('end_turn');
  expect(transcriptOf(editor.updates).at(-1)).toBe('agent: The tool said: Friday');
  const hanging = editor.say(sessionId, 'hang on tea');
  await expect.poll(() => folder.notes()).toEqual(['milk', 'tea']);
  await agent.notify(session.cancel, { sessionId });
  expect(await hanging).toBe('cancelled');
  const kept = { sessionId, cwd: folder.path };
  await agent.request(session.load, { ...kept, mcpServers: [] });
  await agent.request(session.resume, kept);
  const { sessions } = await agent.request(session.list, { cwd: folder.path });
  expect(sessions).toMatchObject([{ sessionId, cwd: folder.path, title: 'note milk' }]);
  await agent.request(session.close, { sessionId });
  await agent.request(session.delete, { sessionId });
  await expect(editor.say(sessionId, 'hello')).rejects.toMatchObject({ code: -32002 });
  expect(await editor.leave()).toBe(0);

  const schema = wireSchema();
  expect(schema.mistakesIn(editor.wire)).toEqual([]);
  expect([...schema.used].toSorted()).toEqual([
    'CancelNotification',
    'CloseSessionRequest',
    'CloseSessionResponse',
    'CreateElicitationRequest',
    'CreateElicitationResponse',
    'DeleteSessionRequest',
    'DeleteSessionResponse',
    'Error',
    'InitializeRequest',
    'InitializeResponse',
    'ListSessionsRequest',
    'ListSessionsResponse',
    'LoadSessionRequest',
    'LoadSessionResponse',
    'NewSessionRequest',
    'NewSessionResponse',
    'PromptRequest',
    'PromptResponse',
    'RequestPermissionRequest',
    'RequestPermissionResponse',
    'ResumeSessionRequest',
    'ResumeSessionResponse',
    'SessionNotification',
    'SetSessionConfigOptionRequest',
    'SetSessionConfigOptionResponse',
    'SetSessionModeRequest',
    'SetSessionModeResponse',
  ]);
});

it('offers the commands of conversations, and carries out all of them', async () => {
  const folder = acpFolder();
  const editor = await startEditor(folder, { permit: 'allow_once' });
  const sessionId = await editor.begin();
  await editor.say(sessionId, 'hello');
  const answerTo = async (line: string): Promise<string> => {
    await editor.say(sessionId, line);
    return transcriptOf(editor.updates).at(-1) ?? '';
  };
  const offered = editor.updates.find((one) => one.sessionUpdate === 'available_commands_update');
  const names = offered?.availableCommands.map(({ name }) => name).toSorted();
  expect(names?.join(' ')).toBe(
    'agent compact context cost fork inbox model models prompts provider providers references rename rules ' +
      'sessions setting settings skills stats tasks tools',
  );
  for (const name of names ?? []) expect(await answerTo(`/${name}`)).not.toContain('You said /');
  expect(await answerTo('/tools')).toContain('`notes_add` (always, requires approval)');
  expect(await answerTo("/rename Ann's tea")).toBe(
    "agent: The conversation is now called `Ann's tea`.",
  );
  expect(await answerTo('/sessions')).toContain("Ann's tea (1 turn, ");
  expect(await answerTo('/setting temperature 0.5')).toContain('temperature is 0.5');
  expect(await answerTo('/tools exclude notes_add')).toContain('is excluded from the conversation');
  expect(await answerTo('/compact')).not.toContain('is not available here');
  const [, fork] = /`([\w-]+)`/.exec(await answerTo('/fork')) ?? [];
  const { sessions } = await editor.agent.request(session.list, { cwd: folder.path });
  expect(sessions.map((one) => one.sessionId)).toContain(fork);
  expect(wireSchema().mistakesIn(editor.wire)).toEqual([]);
  expect(editor.updates).toContainEqual(
    expect.objectContaining({ sessionUpdate: 'usage_update', size: 128_000 }),
  );
  expect(await editor.leave()).toBe(0);
});

it('would notice a message that is not as the schema says', () => {
  const update = { sessionUpdate: 'tool_call', toolCallId: 'a' };
  const params = { sessionId: 's', update };
  const message = { jsonrpc: '2.0', method: 'session/update', params } as const;
  expect(wireSchema().mistakesIn([{ by: 'agent', message }])).toHaveLength(1);
  const unknown = { jsonrpc: '2.0', method: 'session/shout' } as const;
  expect(wireSchema().mistakesIn([{ by: 'agent', message: unknown }])).toHaveLength(1);
});

it('asks again what was open when the agent was killed, and calls the tool once', async () => {
  const folder = acpFolder();
  const before = await startEditor(folder, { permit: 'wait' });
  const sessionId = await before.begin();
  await before.say(sessionId, 'hello');
  void before.say(sessionId, 'note milk').catch(() => undefined);
  await expect.poll(() => before.asked()).toBe(1);
  await before.kill();

  const after = await startEditor(folder, { permit: 'allow_once' });
  const kept = { sessionId, cwd: folder.path, mcpServers: [] };
  await after.agent.request(session.load, kept);
  await expect.poll(() => folder.notes()).toEqual(['milk']);
  await expect
    .poll(() => transcriptOf(after.updates))
    .toEqual([
      'user: hello',
      'agent: You said hello.',
      'user: note milk',
      'agent: Let me note it.',
      'notes_add milk: completed',
      'agent: The tool said: noted milk',
    ]);
  expect(after.asked()).toBe(1);
  expect(await after.leave()).toBe(0);
  expect(folder.notes()).toEqual(['milk']);
});
