import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { repeat, type RefusalCase } from '../refusal-case.fixture.ts';
import { signReasoning } from '../signature.ts';
import { findGeminiRefusal, GEMINI_RULES } from './find-gemini-refusal.ts';

interface GeminiCase extends RefusalCase {
  readonly model?: string;
}

const GEMINI_3 = 'gemini-3-pro';
const user = { role: 'user', parts: [{ text: 'hi' }] };
const said = { role: 'model', parts: [{ text: 'a' }] };
const signature = signReasoning('google', 'hm');

function say(...contents: readonly JsonObject[]): JsonObject {
  return { contents };
}

function call(...parts: readonly JsonObject[]): JsonObject {
  return {
    role: 'model',
    parts: parts.map((one) => ({ functionCall: { name: 'look', args: {} }, ...one })),
  };
}

function respond(count = 1, fields: JsonObject = {}): JsonObject {
  const functionResponse = { name: 'look', response: { output: 'seen' }, ...fields };
  return { role: 'user', parts: repeat(count, () => ({ functionResponse })) };
}

function ask(fields: JsonObject): JsonObject {
  return { contents: [user], ...fields };
}

function set(generationConfig: JsonObject): JsonObject {
  return ask({ generationConfig });
}

function offer(...functionDeclarations: readonly JsonObject[]): JsonObject {
  return ask({ tools: [{ functionDeclarations }] });
}

function shape(properties: JsonObject, fields: JsonObject = {}): JsonObject {
  return offer({ name: 'look', parameters: { type: 'OBJECT', properties, ...fields } });
}

function shapeJson(properties: JsonObject, fields: JsonObject = {}): JsonObject {
  return offer({ name: 'look', parametersJsonSchema: { type: 'object', properties, ...fields } });
}

const refused: readonly GeminiCase[] = [
  {
    rule: 'gemini/malformed-text',
    name: 'half of a surrogate pair',
    body: say({ role: 'user', parts: [{ text: '\ud83d' }] }),
    says: /Invalid JSON payload/,
  },
  {
    rule: 'gemini/request-size',
    name: '21 MB',
    body: say({ role: 'user', parts: [{ text: 'x'.repeat(21 * 1024 * 1024) }] }),
    says: /payload size exceeds/,
  },
  {
    rule: 'gemini/unknown-key',
    name: 'a field of chat completions',
    body: ask({ messages: [] }),
    says: /Unknown name ..messages/,
  },
  {
    rule: 'gemini/unknown-key',
    name: 'a setting',
    body: set({ parallelToolCalls: true }),
    says: /generation_config/,
  },
  {
    rule: 'gemini/contents-missing',
    name: 'an empty list',
    body: say(),
    says: /contents is not specified/,
  },
  {
    rule: 'gemini/thinking-config',
    name: 'budget and level',
    body: set({ thinkingConfig: { thinkingBudget: 1, thinkingLevel: 'low' } }),
    says: /only one of thinking budget/,
  },
  {
    rule: 'gemini/json-with-tools',
    name: 'before Gemini 3',
    body: {
      ...offer({ name: 'look' }),
      generationConfig: { responseMimeType: 'application/json' },
    },
    says: /application\/json/,
  },
  { rule: 'gemini/penalty', name: 'zero', body: set({ presencePenalty: 0 }), says: /Penalty/ },
  {
    rule: 'gemini/allowed-names',
    name: 'mode AUTO',
    body: ask({
      toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['look'] } },
    }),
    says: /allowed_function_names/,
  },
  {
    rule: 'gemini/mixed-tools',
    name: 'search and functions',
    body: ask({ tools: [{ functionDeclarations: [{ name: 'look' }] }, { googleSearch: {} }] }),
    says: /cannot be combined/,
  },
  {
    rule: 'gemini/stop-count',
    name: 'six',
    body: set({ stopSequences: repeat(6, String) }),
    says: /at most 5/,
  },
  {
    rule: 'gemini/role',
    name: 'system',
    body: say({ role: 'system', parts: [{ text: 'a' }] }),
    says: /valid role: user, model/,
  },
  {
    rule: 'gemini/no-parts',
    name: 'an empty list',
    body: say({ role: 'user', parts: [] }),
    says: /contents\[0\].parts: contents.parts must not be empty/,
  },
  {
    rule: 'gemini/empty-part',
    name: 'an empty text',
    body: say({ role: 'user', parts: [{ text: 'a' }, { text: '' }] }),
    says: /parts\[1\].data: required oneof field 'data'/,
  },
  {
    rule: 'gemini/empty-part',
    name: 'no field',
    body: say({ role: 'user', parts: [{}] }),
    says: /required oneof field/,
  },
  {
    rule: 'gemini/call-fields',
    name: 'arguments that are a text',
    body: say(user, call({ functionCall: { name: 'look', args: '{}' } }), respond()),
    says: /function_call.args/,
  },
  {
    rule: 'gemini/call-fields',
    name: 'a response that is a text',
    body: say(user, call({}), respond(1, { response: 'a' })),
    says: /function_response.response/,
  },
  {
    rule: 'gemini/image-type',
    name: 'GIF',
    body: say({ role: 'user', parts: [{ inlineData: { mimeType: 'image/gif', data: 'AA==' } }] }),
    says: /Unsupported MIME type: image\/gif/,
  },
  {
    rule: 'gemini/image-type',
    name: 'no base64',
    body: say({ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'A' } }] }),
    says: /Base64 decoding failed/,
  },
  {
    rule: 'gemini/call-order',
    name: 'first',
    body: say(call({}), respond()),
    says: /call turn comes immediately after/,
  },
  {
    rule: 'gemini/call-order',
    name: 'after the model',
    body: say(user, said, call({}), respond()),
    says: /call turn comes immediately after/,
  },
  {
    rule: 'gemini/response-order',
    name: 'after the user',
    body: say(user, respond()),
    says: /response turn comes immediately after/,
  },
  {
    rule: 'gemini/response-count',
    name: 'one for two calls',
    body: say(user, call({}, {}), respond(1)),
    says: /number of function response parts is equal/,
  },
  {
    rule: 'gemini/response-count',
    name: 'none before the next user',
    body: say(user, call({}), user),
    says: /number of function response parts is equal/,
  },
  {
    rule: 'gemini/response-id',
    name: 'another id',
    body: say(
      user,
      call({ functionCall: { name: 'look', args: {}, id: 'a' } }),
      respond(1, { id: 'b' }),
    ),
    says: /matches no function call/,
  },
  {
    rule: 'gemini/signature-missing',
    name: 'of the first call',
    model: GEMINI_3,
    body: say(user, call({}, { thoughtSignature: signature }), respond(2)),
    says: /missing a thought_signature.*default_api:look.*position 2/,
  },
  {
    rule: 'gemini/signature',
    name: 'of another provider',
    body: say(user, call({ thoughtSignature: signReasoning('anthropic', 'hm') }), respond()),
    says: /signature is not valid/,
  },
  {
    rule: 'gemini/function-count',
    name: '513',
    body: offer(...repeat(513, (at) => ({ name: `t${at}` }))),
    says: /At most 512/,
  },
  {
    rule: 'gemini/function-name',
    name: 'a digit first',
    body: offer({ name: '1a' }),
    says: /Must start with a letter/,
  },
  {
    rule: 'gemini/function-name',
    name: 'a slash',
    body: offer({ name: 'a/b' }),
    says: /Invalid function name/,
  },
  {
    rule: 'gemini/function-name',
    name: '129 characters',
    body: offer({ name: 'a'.repeat(129) }),
    says: /Invalid function name/,
  },
  {
    rule: 'gemini/function-name',
    name: '65 characters of an older model',
    body: offer({ name: 'a'.repeat(65) }),
    says: /maximum length of 64/,
  },
  {
    rule: 'gemini/empty-part',
    name: 'an empty instruction',
    body: { ...say(user), systemInstruction: { parts: [{ text: '' }] } },
    says: /system_instruction.parts\[0\].data/,
  },
  {
    rule: 'gemini/image-type',
    name: 'an address that is not on the web',
    body: say({
      role: 'user',
      parts: [{ fileData: { mimeType: 'image/png', fileUri: 's3://b' } }],
    }),
    says: /Unsupported file URI/,
  },
  {
    rule: 'gemini/image-type',
    name: 'an address without an exact type',
    body: say({
      role: 'user',
      parts: [{ fileData: { mimeType: 'image/*', fileUri: 'https://example.com/picture' } }],
    }),
    says: /Unsupported MIME type: image\/\*/,
  },
  {
    rule: 'gemini/function-name-twice',
    name: 'two of one name',
    body: offer({ name: 'a' }, { name: 'a' }),
    says: /Duplicate/,
  },
  {
    rule: 'gemini/parameters',
    name: 'an unknown word',
    body: shape({ a: { type: 'STRING', const: 'b' } }),
    says: /Unknown name ..const.*Cannot find field/,
  },
  {
    rule: 'gemini/parameters',
    name: 'a list of types',
    body: shape({ a: { type: ['string', 'null'] } }),
    says: /Proto field is not repeating/,
  },
  {
    rule: 'gemini/parameters',
    name: 'a number in an enum',
    body: shape({ a: { type: 'STRING', enum: [1] } }),
    says: /TYPE_STRING/,
  },
  {
    rule: 'gemini/parameters',
    name: 'an empty text in an enum',
    body: shape({ a: { type: 'STRING', enum: [''] } }),
    says: /enum\[0\]: cannot be empty/,
  },
  {
    rule: 'gemini/parameters',
    name: 'an enum of integers',
    body: shape({ a: { type: 'INTEGER', enum: ['1'] } }),
    says: /only allowed for STRING type/,
  },
  {
    rule: 'gemini/parameters',
    name: 'an array without items',
    body: shape({ a: { type: 'ARRAY' } }),
    says: /items: missing field/,
  },
  {
    rule: 'gemini/parameters',
    name: 'properties of a text',
    body: shape({ a: { type: 'STRING', properties: {} } }),
    says: /only allowed for OBJECT type/,
  },
  {
    rule: 'gemini/parameters',
    name: 'a required name without property',
    body: shape({}, { required: ['a'] }),
    says: /required\[0\]: property is not defined/,
  },
  {
    rule: 'gemini/parameters',
    name: 'both forms',
    body: offer({ name: 'look', parameters: {}, parametersJsonSchema: {} }),
    says: /mutually exclusive/,
  },
  {
    rule: 'gemini/json-schema',
    name: 'a nullable object',
    body: shapeJson({ a: { type: ['object', 'null'], properties: {} } }),
    says: /only allowed for OBJECT type/,
  },
  {
    rule: 'gemini/json-schema',
    name: 'an enum of integers',
    body: shapeJson({ a: { type: 'integer', enum: [1] } }),
    says: /TYPE_STRING/,
  },
  {
    rule: 'gemini/json-schema',
    name: '201 properties',
    body: shapeJson(Object.fromEntries(repeat(201, (at) => [`p${at}`, { type: 'string' }]))),
    says: /too many states/,
  },
  {
    rule: 'gemini/json-schema',
    name: 'a reference to nothing',
    body: shapeJson({ a: { $ref: '#/$defs/b' } }),
    says: /undefined schema/,
  },
  {
    rule: 'gemini/response-schema',
    name: 'an enum of integers',
    body: set({ responseJsonSchema: { type: 'integer', enum: [1] } }),
    says: /TYPE_STRING/,
  },
  {
    rule: 'gemini/response-schema',
    name: 'one value',
    body: set({ responseJsonSchema: { type: 'string', const: 'a' } }),
    says: /const/,
  },
  {
    rule: 'gemini/over-window',
    name: '40 characters for 9 tokens',
    window: 9,
    body: say({ role: 'user', parts: [{ text: 'x'.repeat(40) }] }),
    says: /token count \(11\) exceeds the maximum number of tokens allowed \(9\)/,
  },
];

it.each(refused)(
  'refuses by $rule: $name',
  ({ rule, body, says, window, model = 'gemini-2.5-flash' }) => {
    const refusal = findGeminiRefusal(body, model, window);
    expect(refusal).toMatchObject({
      rule,
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
    });
    expect(JSON.stringify(refusal?.body)).toMatch(says);
  },
);

it('has a refused request for every rule', () => {
  const rules = GEMINI_RULES.map(({ id }) => id);
  expect([...new Set(refused.map(({ rule }) => rule))].toSorted()).toEqual(rules.toSorted());
});

const accepted: readonly (readonly [string, JsonObject])[] = [
  ['two messages of the user', say(user, user)],
  [
    'a signature on the first of parallel calls',
    say(user, call({ thoughtSignature: signature }, {}), respond(2)),
  ],
  [
    'the documented signature',
    say(user, call({ thoughtSignature: 'skip_thought_signature_validator' }), respond()),
  ],
  ['a user after a response', say(user, call({ thoughtSignature: signature }), respond(), user)],
  ['512 functions', offer(...repeat(512, (at) => ({ name: `t${at}` })))],
  [
    'a list of types as JSON Schema',
    shapeJson(
      { a: { type: ['string', 'null'] }, b: { $ref: '#/$defs/c' } },
      { $defs: { c: { type: 'string' } }, additionalProperties: false },
    ),
  ],
  ['a dot in a name', offer({ name: '_a.b-c:d' })],
];

it.each(accepted)('accepts %s', (_name, body) => {
  expect(findGeminiRefusal(body, GEMINI_3)).toBeUndefined();
});
