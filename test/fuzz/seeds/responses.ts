import type { Seed } from '../seeds.ts';

const JSON_BODY = { 'content-type': 'application/json' };

const ITEMS = [
  { role: 'system', content: 'Be brief.' },
  {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: 'hello' },
      { type: 'input_image', image_url: 'https://files.example/a.png', detail: 'auto' },
      { type: 'input_file', filename: 'a.txt', file_data: 'data:text/plain;base64,aGVsbG8=' },
    ],
  },
  { type: 'function_call', call_id: 'c1', name: 'mine', arguments: '{"a":1}' },
  { type: 'function_call_output', call_id: 'c1', output: 'done' },
];
const TOOLS = [
  {
    type: 'function',
    name: 'mine',
    description: 'Mine.',
    parameters: { type: 'object', properties: { a: { type: 'number' } } },
    strict: false,
  },
];

export const RESPONSES_SEEDS: readonly Seed[] = [
  created({ model: 'fuzzed', input: 'hello' }),
  created({ input: ITEMS, tools: TOOLS, tool_choice: 'auto', metadata: { a: 'b' } }),
  created({ input: 'hello', stream: true, instructions: 'Be brief.', temperature: 0.5 }),
  created({ input: 'hello', background: true, store: true }),
  created({ input: 'and now?', previous_response_id: '{response}', max_output_tokens: 100 }),
  created({ input: 'hello', store: false, truncation: 'auto', text: { format: { type: 'text' } } }),
  ...[
    ['GET', '/v1/responses/{response}'],
    ['GET', '/v1/responses/{response}?stream=true&starting_after=1'],
    ['GET', '/v1/responses/{response}/input_items?limit=2&order=asc'],
    ['POST', '/v1/responses/{response}/cancel'],
    ['DELETE', '/v1/responses/resp_none'],
    ['POST', '/v1/responses/compact'],
    ['GET', '/v1/models'],
    ['GET', '/v1/models/fuzzed'],
  ].map(([method = '', path = '']) => ({ route: 'Responses', method, path, headers: JSON_BODY })),
];

function created(body: unknown): Seed {
  return { route: 'Responses', method: 'POST', path: '/v1/responses', headers: JSON_BODY, body };
}
