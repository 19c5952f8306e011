import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { AguiError } from '../wire/agui-error.ts';
import { readRunInput } from './read-run-input.ts';

const WHOLE: JsonObject = {
  threadId: 't',
  runId: 'r',
  protocolVersion: '1.0',
  parentRunId: 'p',
  messages: [
    { id: '1', role: 'developer', content: 'Be brief.' },
    {
      id: '2',
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image', source: { type: 'data', value: 'aGk=', mimeType: 'image/png' } },
        { type: 'document', source: { type: 'url', value: 'https://a.example/b.pdf' } },
        { type: 'audio', source: { type: 'file', value: 'file-1' } },
      ],
    },
    { id: '3', role: 'reasoning', content: 'Hm.' },
    { id: '4', role: 'activity', activityType: 'x', content: {} },
    {
      id: '5',
      role: 'assistant',
      toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { id: '6', role: 'tool', toolCallId: 'c', content: [{ type: 'text', text: 'done' }] },
  ],
  tools: [{ name: 'f', description: 'F.', parameters: { type: 'object' } }, { name: 'g' }],
  context: [{ description: 'page', value: 'shop' }],
  state: { a: 1 },
  forwardedProps: { b: null },
  resume: [{ interruptId: 'i', status: 'resolved', payload: true }],
  unknown: 'ignored',
};

it('reads all that concerns an agent', () => {
  const { messages, ...read } = readRunInput(WHOLE);
  expect(read).toMatchObject({
    threadId: 't',
    runId: 'r',
    metadata: { state: { a: 1 }, forwarded_props: { b: null }, parent_run_id: 'p' },
    context: [{ description: 'page', value: 'shop' }],
    resume: [{ interruptId: 'i', status: 'resolved', payload: true, path: 'resume[0]' }],
    tools: [
      { function: { name: 'f', description: 'F.', parameters: { type: 'object' } } },
      { function: { name: 'g', parameters: { type: 'object', properties: {} } } },
    ],
  });
  expect(messages).toMatchObject([
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image', url: 'data:image/png;base64,aGk=' },
        { type: 'document', url: 'https://a.example/b.pdf' },
      ],
    },
    { role: 'shown' },
    { role: 'shown' },
    { role: 'assistant', content: '', calls: [{ id: 'c', name: 'f', arguments: '{}' }] },
    { role: 'tool', callId: 'c', content: 'done', isError: false },
  ]);
});

it('reads the least that is an input', () => {
  const least = { threadId: 't', runId: 'r', messages: [], state: null, tools: null };
  expect(readRunInput(least)).toEqual({
    threadId: 't',
    runId: 'r',
    messages: [],
    tools: [],
    context: [],
    resume: [],
    metadata: {},
  });
});

const one = (message: JsonValue): JsonObject => ({ messages: [message] });
const part = (given: JsonValue): JsonObject => one({ id: '1', role: 'user', content: [given] });
const source = (given: JsonValue): JsonObject => part({ type: 'image', source: given });
const call = (given: JsonValue): JsonObject =>
  one({ id: '1', role: 'assistant', toolCalls: [given] });

it.each<[string, JsonObject]>([
  ['threadId', { threadId: 1 }],
  ['threadId', { threadId: '' }],
  ['threadId', { threadId: null }],
  ['runId', { runId: 'x'.repeat(513) }],
  ['protocolVersion', { protocolVersion: 1 }],
  ['parentRunId', { parentRunId: [] }],
  ['messages', { messages: {} }],
  ['messages[0]', one(null)],
  ['messages[0].id', one({ role: 'user', content: '' })],
  ['messages[0].role', one({ id: '1', role: 'robot', content: '' })],
  ['messages[0].content', one({ id: '1', role: 'system', content: [] })],
  ['messages[0].content', one({ id: '1', role: 'user', content: 5 })],
  ['messages[0].content', one({ id: '1', role: 'user' })],
  ['messages[0].content', one({ id: '1', role: 'assistant', content: [] })],
  ['messages[0].content[0]', part('text')],
  ['messages[0].content[0].type', part({ type: 'binary' })],
  ['messages[0].content[0].text', part({ type: 'text', text: 1 })],
  ['messages[0].content[0].source', part({ type: 'image' })],
  ['messages[0].content[0].source.type', source({ type: 'ftp', value: '' })],
  ['messages[0].content[0].source.value', source({ type: 'data' })],
  ['messages[0].content[0].source.value', source({ type: 'url', value: 'file:///etc/passwd' })],
  ['messages[0].content[0].source.mimeType', source({ type: 'url', value: '', mimeType: 1 })],
  ['messages[0].toolCalls', one({ id: '1', role: 'assistant', toolCalls: {} })],
  ['messages[0].toolCalls[0]', call(1)],
  ['messages[0].toolCalls[0].function', call({ id: 'c' })],
  ['messages[0].toolCalls[0].id', call({ function: { name: 'f', arguments: '' } })],
  ['messages[0].toolCalls[0].function.name', call({ id: 'c', function: { arguments: '' } })],
  [
    'messages[0].toolCalls[0].function.arguments',
    call({ id: 'c', function: { name: 'f', arguments: {} } }),
  ],
  ['messages[0].toolCallId', one({ id: '1', role: 'tool', content: '' })],
  ['messages[0].error', one({ id: '1', role: 'tool', content: '', toolCallId: 'c', error: true })],
  ['tools', { tools: 'f' }],
  ['tools[0]', { tools: ['f'] }],
  ['tools[0].name', { tools: [{}] }],
  ['tools[0].description', { tools: [{ name: 'f', description: {} }] }],
  ['tools[0].parameters', { tools: [{ name: 'f', parameters: [] }] }],
  ['context', { context: {} }],
  ['context[0].description', { context: [{ value: '' }] }],
  ['context[0].value', { context: [{ description: '', value: {} }] }],
  ['resume', { resume: {} }],
  ['resume[0].interruptId', { resume: [{ status: 'resolved' }] }],
  ['resume[0].status', { resume: [{ interruptId: 'i', status: 'done' }] }],
])('names the field at fault: %s', (field, wrong) => {
  const read = () => readRunInput({ threadId: 't', runId: 'r', messages: [], ...wrong });
  expect(read).toThrow(AguiError);
  expect(read).toThrow(expect.objectContaining({ status: 400, code: 'invalid-input', field }));
  expect(read).toThrow(new RegExp(`^${RegExp.escape(field)} (must|is missing)`));
});

it.each([null, [], 'text', 5])('refuses a body that is no object: %j', (body) => {
  expect(() => readRunInput(body)).toThrow('the body must be an object');
});

it('says that messages are missing', () => {
  expect(() => readRunInput({ threadId: 't', runId: 'r' })).toThrow('messages is missing');
});
