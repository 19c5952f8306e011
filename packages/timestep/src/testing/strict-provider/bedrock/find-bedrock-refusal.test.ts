import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createPng, repeat, type RefusalCase } from '../refusal-case.fixture.ts';
import { signReasoning } from '../signature.ts';
import { BEDROCK_RULES, findBedrockRefusal } from './find-bedrock-refusal.ts';

interface BedrockCase extends RefusalCase {
  readonly model?: string;
}

const CLAUDE = 'anthropic.claude-sonnet-4-5-20250929-v1:0';
const user = { role: 'user', content: [{ text: 'hi' }] };
const tool = { toolSpec: { name: 'look', inputSchema: { json: { type: 'object' } } } };
const toolConfig = { tools: [tool] };

function say(...messages: readonly JsonObject[]): JsonObject {
  return { messages, toolConfig };
}

function ask(fields: JsonObject): JsonObject {
  return { messages: [user], ...fields };
}

function tell(...content: readonly JsonObject[]): JsonObject {
  return { role: 'user', content };
}

function reply(...content: readonly JsonObject[]): JsonObject {
  return { role: 'assistant', content };
}

function call(toolUseId: string, fields: JsonObject = {}): JsonObject {
  return { toolUse: { toolUseId, name: 'look', input: {}, ...fields } };
}

function result(toolUseId: string, fields: JsonObject = {}): JsonObject {
  return { toolResult: { toolUseId, content: [{ text: 'seen' }], ...fields } };
}

function offer(fields: JsonObject): JsonObject {
  return ask({ toolConfig: { tools: [{ toolSpec: { ...tool.toolSpec, ...fields } }] } });
}

function createDocument(name: string): JsonObject {
  return { document: { name, format: 'pdf', source: { bytes: 'AA==' } } };
}

const point = { cachePoint: { type: 'default' } };
const text = { text: 'words' };
const reasoningText = { text: 'hm', signature: signReasoning('bedrock', 'hm') };

const refused: readonly BedrockCase[] = [
  {
    rule: 'bedrock/malformed-text',
    name: 'half of a surrogate pair',
    body: say(tell({ text: '\ud83d' })),
    says: /not valid JSON/,
  },
  {
    rule: 'bedrock/no-tool-config',
    name: 'calls in the history',
    body: { messages: [user, reply(call('a')), tell(result('a'))] },
    says: /toolConfig field must be defined/,
  },
  {
    rule: 'bedrock/no-tools',
    name: 'an empty list',
    body: ask({ toolConfig: { tools: [] } }),
    says: /toolConfig.tools/,
  },
  {
    rule: 'bedrock/tool-spec',
    name: '65 characters',
    body: offer({ name: 'a'.repeat(65) }),
    says: /toolSpec.name/,
  },
  {
    rule: 'bedrock/tool-spec',
    name: 'a blank description',
    body: offer({ description: ' ' }),
    says: /description/,
  },
  {
    rule: 'bedrock/tool-spec',
    name: 'no type',
    body: offer({ inputSchema: { json: {} } }),
    says: /inputSchema.json.type/,
  },
  {
    rule: 'bedrock/property-key',
    name: 'a space',
    body: offer({ inputSchema: { json: { type: 'object', properties: { 'a b': {} } } } }),
    says: /Property keys/,
  },
  {
    rule: 'bedrock/tool-choice',
    name: 'none',
    body: ask({ toolConfig: { ...toolConfig, toolChoice: { none: {} } } }),
    says: /toolChoice/,
  },
  {
    rule: 'bedrock/tool-choice',
    name: 'an undeclared tool',
    body: ask({ toolConfig: { ...toolConfig, toolChoice: { tool: { name: 'b' } } } }),
    says: /'b'/,
  },
  {
    rule: 'bedrock/bounds',
    name: 'a temperature',
    body: ask({ inferenceConfig: { temperature: 2 } }),
    says: /from 0 to 1/,
  },
  {
    rule: 'bedrock/bounds',
    name: 'no tokens',
    body: ask({ inferenceConfig: { maxTokens: 0 } }),
    says: /maxTokens/,
  },
  {
    rule: 'bedrock/unsupported-setting',
    name: 'stop of OpenAI',
    model: 'openai.gpt-oss-120b-1:0',
    body: ask({ inferenceConfig: { stopSequences: ['a'] } }),
    says: /stopSequences/,
  },
  {
    rule: 'bedrock/unsupported-setting',
    name: 'temperature of newer Claude',
    model: 'anthropic.claude-opus-5',
    body: ask({ inferenceConfig: { temperature: 1 } }),
    says: /deprecated/,
  },
  {
    rule: 'bedrock/cache-points',
    name: 'five',
    body: { ...say(tell(text, point, point, point, point)), system: [text, point] },
    says: /at most 4.*Found 5/,
  },
  {
    rule: 'bedrock/empty-content',
    name: 'no blocks',
    body: say(user, reply()),
    says: /content field in the Message object at messages.1 is empty/,
  },
  {
    rule: 'bedrock/blank-text',
    name: 'of the user',
    body: say(tell({ text: ' ' })),
    says: /ContentBlock object at messages.0.content.0 is blank/,
  },
  {
    rule: 'bedrock/blank-text',
    name: 'of the system',
    body: ask({ system: [{ text: '' }] }),
    says: /system.0/,
  },
  {
    rule: 'bedrock/blank-text',
    name: 'in a result',
    body: say(user, reply(call('a')), tell(result('a', { content: [{ text: ' ' }] }))),
    says: /messages.2.content.0.toolResult.content.0 is blank/,
  },
  {
    rule: 'bedrock/files',
    name: 'a bitmap in a result',
    body: say(
      user,
      reply(call('a')),
      tell(result('a', { content: [{ image: { format: 'bmp', source: { bytes: 'AA==' } } }] })),
    ),
    says: /'bmp' at 'image.format'/,
  },
  {
    rule: 'bedrock/files',
    name: 'an archive',
    body: say(tell(text, { document: { name: 'a', format: 'zip', source: { bytes: 'AA==' } } })),
    says: /'zip' at 'document.format'/,
  },
  {
    rule: 'bedrock/files',
    name: 'a document above 4.5 MB',
    body: say(
      tell(text, {
        document: { name: 'a', format: 'pdf', source: { bytes: 'A'.repeat(6_300_000) } },
      }),
    ),
    says: /4.5 MB/,
  },
  {
    rule: 'bedrock/call-id',
    name: 'a slash',
    body: say(user, reply(call('a/b')), tell(result('a/b'))),
    says: /toolUseId/,
  },
  {
    rule: 'bedrock/call-id',
    name: 'ten characters of Mistral',
    model: 'mistral.mistral-large',
    body: say(user, reply(call('abcdefghij')), tell(result('abcdefghij'))),
    says: /toolUseId/,
  },
  {
    rule: 'bedrock/call-fields',
    name: 'a dot in a name',
    body: say(user, reply(call('a', { name: 'a.b' })), tell(result('a'))),
    says: /toolUse.name/,
  },
  {
    rule: 'bedrock/call-fields',
    name: 'a text as input',
    body: say(user, reply(call('a', { input: 'b' })), tell(result('a'))),
    says: /Provide a json object/,
  },
  {
    rule: 'bedrock/empty-error',
    name: 'no content',
    body: say(user, reply(call('a')), tell(result('a', { status: 'error', content: [] }))),
    says: /is_error/,
  },
  {
    rule: 'bedrock/files',
    name: '21 images',
    body: say(tell(...repeat(21, () => ({ image: { format: 'png', source: { bytes: 'AA==' } } })))),
    says: /Too many images/,
  },
  {
    rule: 'bedrock/files',
    name: 'six documents',
    body: say(tell(text, ...repeat(6, (at) => createDocument(`d${at}`)))),
    says: /Too many documents/,
  },
  {
    rule: 'bedrock/files',
    name: 'a bitmap',
    body: say(tell({ image: { format: 'bmp', source: { bytes: 'AA==' } } })),
    says: /'bmp' at 'image.format'/,
  },
  {
    rule: 'bedrock/files',
    name: '8001 pixels',
    body: say(tell({ image: { format: 'png', source: { bytes: createPng(8001) } } })),
    says: /8000 pixels/,
  },
  {
    rule: 'bedrock/document',
    name: 'without text',
    body: say(tell(createDocument('a'))),
    says: /text block/,
  },
  {
    rule: 'bedrock/document',
    name: 'a dot in the name',
    body: say(tell(text, createDocument('a.pdf'))),
    says: /document file name/,
  },
  {
    rule: 'bedrock/signature',
    name: 'of another provider',
    body: say(
      user,
      reply(
        {
          reasoningContent: {
            reasoningText: { ...reasoningText, signature: signReasoning('anthropic', 'hm') },
          },
        },
        text,
      ),
      user,
    ),
    says: /Invalid `signature`/,
  },
  {
    rule: 'bedrock/first-role',
    name: 'an assistant',
    body: say(reply(text), user),
    says: /start with a user message/,
  },
  {
    rule: 'bedrock/alternation',
    name: 'two users',
    body: say(user, user),
    says: /alternate between/,
  },
  {
    rule: 'bedrock/unanswered-call',
    name: 'one of two',
    body: say(user, reply(call('a'), call('b')), tell(result('a'))),
    says: /Expected toolResult blocks at messages.2.content for the following Ids: b/,
  },
  {
    rule: 'bedrock/orphan-result',
    name: 'no call',
    body: say(user, reply(text), tell(result('a'))),
    says: /exceeds the number of toolUse blocks/,
  },
  {
    rule: 'bedrock/over-window',
    name: '40 characters for 9 tokens',
    window: 9,
    body: say(tell({ text: 'x'.repeat(40) })),
    says: /Input is too long for requested model/,
  },
];

it.each(refused)('refuses by $rule: $name', ({ rule, body, says, window, model = CLAUDE }) => {
  const refusal = findBedrockRefusal(body, model, window);
  expect(refusal).toMatchObject({ rule, status: 400 });
  expect(refusal?.body['message']).toMatch(says);
});

it('has a refused request for every rule', () => {
  const rules = BEDROCK_RULES.map(({ id }) => id);
  expect([...new Set(refused.map(({ rule }) => rule))].toSorted()).toEqual(rules.toSorted());
});

const accepted: readonly (readonly [string, JsonObject])[] = [
  ['an id with dots and colons', say(user, reply(call('a.b:c')), tell(result('a.b:c')))],
  ['a result beside a text', say(user, reply(call('a')), tell(result('a'), text))],
  ['signed reasoning', say(user, reply({ reasoningContent: { reasoningText } }, text), user)],
  ['a document beside a text', say(tell(text, createDocument('My file (1)')))],
  ['four cache points', { ...say(tell(text, point, point, point)), system: [text, point] }],
];

it.each(accepted)('accepts %s', (_name, body) => {
  expect(findBedrockRefusal(body, CLAUDE)).toBeUndefined();
});
