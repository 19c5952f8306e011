import type { Seed } from '../seeds.ts';

const HEADERS = { 'content-type': 'application/json', accept: 'text/event-stream' };

const MESSAGES = [
  { id: 's', role: 'system', content: 'Be brief.' },
  {
    id: 'u',
    role: 'user',
    content: [
      { type: 'text', text: 'hello' },
      { type: 'image', source: { type: 'url', value: 'https://files.example/a.png' } },
      { type: 'document', source: { type: 'data', value: 'aGk=', mimeType: 'text/plain' } },
    ],
  },
  {
    id: '{task}:reply_1_1:r',
    role: 'assistant',
    content: 'I call.',
    toolCalls: [{ id: 'c1', type: 'function', function: { name: 'mine', arguments: '{}' } }],
  },
  { id: 't', role: 'tool', toolCallId: 'c1', content: 'done' },
  { id: 'n', role: 'user', content: 'and now?' },
];
const TOOLS = [{ name: 'mine', description: 'Mine.', parameters: { type: 'object' } }];

export const AGUI_SEEDS: readonly Seed[] = [
  run({ messages: [{ id: 'u', role: 'user', content: 'hello' }] }),
  run({
    messages: MESSAGES,
    tools: TOOLS,
    context: [{ description: 'the page', value: 'a shop' }],
    state: { a: [1] },
    forwardedProps: { b: true },
    protocolVersion: '1.0',
    parentRunId: 'p',
  }),
  run({
    messages: MESSAGES.slice(0, 2),
    resume: [
      {
        interruptId: 'approval:{waiting}:call_book',
        status: 'resolved',
        payload: { approved: true, arguments: { what: 'a room' }, scope: 'once' },
      },
    ],
  }),
  { route: 'AG-UI', method: 'GET', path: '/agui', headers: HEADERS },
];

function run(more: object): Seed {
  const body = { threadId: 'thread', runId: '{fresh}', ...more };
  return { route: 'AG-UI', method: 'POST', path: '/agui', headers: HEADERS, body };
}
