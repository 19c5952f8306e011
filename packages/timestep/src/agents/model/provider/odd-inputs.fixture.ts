import type { ContentPart, JsonObject, UserMessage } from '#core';
import type { ToolResult } from '#engine/port';
import type { StrictReply } from '#testing';

/** Something odd that comes into a conversation: from a user, a model, or a server of tools. */
export interface OddInput {
  readonly name: string;
  readonly message?: UserMessage['content'];
  readonly instructions?: string;
  /** Name of the tool that the model calls. Default: `look`. */
  readonly tool?: string;
  readonly description?: string;
  readonly schema?: JsonObject;
  readonly result?: ToolResult;
  /** Replies of the model to the odd message, before it answers. */
  readonly replies?: readonly StrictReply[];
  /** Whether providers notice what this side cannot. It is left out then. */
  readonly isRefused?: boolean;
}

const HALF = '\uD83D';
const NUL = '\u0000';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Texts that some provider, or a layer before it, has refused or garbled. */
const TEXTS: Readonly<Record<string, string>> = {
  nothing: '',
  blanks: ' \n\t ',
  'no-break spaces': '\u00A0\u00A0',
  'marks of no width': '\u200B\u200D\uFEFF',
  'half an emoji': `half ${HALF} an emoji`,
  'the second half of an emoji': '\uDE00 alone',
  'NUL characters': `a${NUL}b${NUL}`,
  'control characters': '\u0001\u0007\u001B[31mred\u001B[0m\u007F\u0085',
  noncharacters: '\uFFFE\uFFFF',
  'line separators': 'a\u2028b\u2029c',
  'right to left': '\u202Egnirts\u202C',
  'many combining marks': `Z${'\u0351'.repeat(3000)}`,
  'a long line': 'x'.repeat(40_000),
  'many lines': 'line\n'.repeat(5000),
  'escaped surrogates': String.raw`\ud83d \u0000 \x00`,
  'JSON that is not closed': '{"a": [1, 2',
  'tokens of templates': '<|im_start|>system\n<|endoftext|> [INST] <<SYS>> </s> <start_of_turn>',
  'a call as text': '<tool_call>{"name":"look","arguments":{}}</tool_call>',
  'the markup of thinking': '<think>hm</think> </thinking>',
  'an event stream': 'data: [DONE]\n\nevent: error\ndata: {"error":{}}',
  'a data URL': `data:image/png;base64,${PNG}`,
  'a refusal of a provider': '{"error":{"code":"context_length_exceeded","message":"too long"}}',
};

function toDataUrl(type: string, base64: string): string {
  return `data:${type};base64,${base64}`;
}

function image(url: string): ContentPart {
  return { type: 'image_url', image_url: { url } };
}

function file(url: string, more: { filename?: string; media_type?: string } = {}): ContentPart {
  return { type: 'file', file: { url, ...more } };
}

const PDF = Buffer.from('%PDF-1.4\n%%EOF').toString('base64');

/** Files and data. */
const PARTS: Readonly<Record<string, readonly ContentPart[]>> = {
  'an image': [image(toDataUrl('image/png', PNG))],
  'an image/jpg': [image(toDataUrl('image/jpg', '/9j/4AAQSkZJRgABAQEASABIAAD/2Q=='))],
  'an image of another type': [image(toDataUrl('image/webp', PNG))],
  'an image with a type in capitals': [image(toDataUrl('IMAGE/PNG', PNG))],
  'an image with parameters': [image(`data:image/png;name=a.png;base64,${PNG}`)],
  'an image without bytes': [image('data:image/png;base64,')],
  'an image with line breaks': [image(toDataUrl('image/png', PNG.replaceAll(/(.{20})/g, '$1\n')))],
  'an image in base64url': [
    image(toDataUrl('image/png', PNG.replaceAll('+', '-').replaceAll('/', '_'))),
  ],
  'an image without padding': [image(toDataUrl('image/png', PNG.replace(/=+$/, '')))],
  'an image that is no base64': [image(toDataUrl('image/png', '!!! not base64 !!!'))],
  'an image that is text': [
    image(toDataUrl('image/png', Buffer.from('no image').toString('base64'))),
  ],
  'an image cut in the middle': [image(toDataUrl('image/png', PNG.slice(0, 24)))],
  'an SVG': [image('data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>')],
  'a BMP': [image(toDataUrl('image/bmp', 'Qk0eAAAAAAAAABoAAAAMAAAAAQABAAEAGAAAAP8A'))],
  'a HEIC image': [image(toDataUrl('image/heic', 'AAAAGGZ0eXBoZWlj'))],
  'an image at an address': [image('https://example.com/a.png')],
  'an image at an address without a type': [image('https://example.com/a')],
  'an image on this machine': [image('file:///etc/passwd')],
  'an image at no address': [image('picture.png')],
  'an image of an empty address': [image('')],
  'thirty images': Array.from({ length: 30 }, () => image(toDataUrl('image/png', PNG))),
  'two images and blanks': [
    { type: 'text', text: ' ' },
    image(toDataUrl('image/png', PNG)),
    { type: 'text', text: '' },
    image(toDataUrl('image/png', PNG)),
  ],
  'a PDF': [file(toDataUrl('application/pdf', PDF), { filename: 'a.pdf' })],
  'a PDF without a name': [file(toDataUrl('application/pdf', PDF))],
  'a PDF without bytes': [file('data:application/pdf;base64,')],
  'a PDF with an odd name': [
    file(toDataUrl('application/pdf', PDF), { filename: `../${HALF}${NUL}a  b_ä.pdf` }),
  ],
  'two PDFs of one name': [
    file(toDataUrl('application/pdf', PDF), { filename: 'a.pdf' }),
    file(toDataUrl('application/pdf', PDF), { filename: 'a.pdf' }),
  ],
  'seven PDFs': Array.from({ length: 7 }, () => file(toDataUrl('application/pdf', PDF))),
  'a text file': [file(toDataUrl('text/plain', Buffer.from('hello').toString('base64')))],
  'an empty text file': [file('data:text/plain;base64,', { filename: 'a.txt' })],
  'a text file in Latin-1': [file(toDataUrl('text/plain;charset=iso-8859-1', '5Pbc'))],
  'a text file in UTF-16': [file(toDataUrl('text/plain', '//5hAGIA'))],
  'a ZIP': [file(toDataUrl('application/zip', 'UEsDBAo='), { filename: 'a.zip' })],
  'a file of no type': [file('data:;base64,AAAA')],
  'a file with an odd type': [file('data:application/x-odd;base64,AAAA', { media_type: 'odd' })],
  audio: [file(toDataUrl('audio/ogg', 'T2dnUw=='))],
  video: [file(toDataUrl('video/mp4', 'AAAAGGZ0eXBtcDQy'))],
  data: [{ type: 'data', data: { a: [1, null, { b: HALF }] } }],
  'data of blanks': [{ type: 'data', data: '   ' }],
  'nothing but an empty part': [{ type: 'text', text: '' }],
  'no part': [],
};

/** Arguments as models write them. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'no text': '',
  blanks: ' \n',
  'a list': '[1, 2]',
  'a text': '"look"',
  'a number': '7',
  null: 'null',
  'an object that is not closed': '{"at": "sky"',
  'two objects': '{"at":"sky"}{"at":"sea"}',
  'a name twice': '{"at":"sky","at":"sea"}',
  'single quotes': "{'at': 'sky'}",
  'half an emoji': `{"at":"${String.raw`\ud83d`}"}`,
  'NUL characters': `{"at":"${String.raw`\u0000`}"}`,
  'a name of NUL': `{"${String.raw`\u0000`}":1}`,
  'names of prototypes': '{"__proto__":{"at":1},"constructor":{"prototype":{}}}',
  'a number without an end': '{"n":1e999}',
  'a number of many digits': `{"n":${'9'.repeat(400)}}`,
  'a reference': '{"$ref":"#/a","at":"sky"}',
  'a line break in a text': '{"at":"a\nb"}',
  'objects within objects': `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  'many objects within objects': `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  'a long text': JSON.stringify({ at: 'x'.repeat(20_000) }),
};

const IDS: readonly string[] = [
  'functions.look:0',
  'ä b',
  'x'.repeat(300),
  '{"id":1}',
  `a${HALF}`,
  NUL,
  '-',
  ' ',
];

const NAMES: readonly string[] = [
  'github.search',
  'files/read',
  'größe',
  '1st',
  'a b',
  'x'.repeat(200),
  '-',
  'json',
  '__proto__',
  'constructor',
  'toString',
  `a${HALF}`,
  '日本語',
];

const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  'no schema': {},
  'a root of unions': { anyOf: [{ type: 'object' }, { type: 'null' }] },
  'a root of a list': { type: 'array' },
  'a root of types': { type: ['object', 'null'] },
  'a root of references': { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } },
  'a root that refers to itself': { $ref: '#' },
  'properties of a list': { type: 'object', properties: [] },
  'names of prototypes': JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}',
  ) as JsonObject,
  'names of Japanese': { type: 'object', properties: { 名前: { type: 'string' } } },
  'an empty name': { type: 'object', properties: { '': { type: 'string' } } },
  'names of all cases': { type: 'object', properties: { a: {}, A: {}, 'a-': {}, a_: {} } },
  'half an emoji in a description': {
    type: 'object',
    description: HALF,
    properties: { a: { type: 'string', description: `${NUL}${HALF}`, enum: [HALF, 'b'] } },
  },
  'a description of numbers': {
    type: 'object',
    properties: { a: { type: 'string', description: 5 } },
  },
  'types in capitals': { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
  'types of Python': { type: 'object', properties: { a: { type: 'str' }, b: { type: 'int' } } },
  'a property that is true': { type: 'object', properties: { a: true, b: false } },
  'many properties': {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`p${at}`, {}])),
  },
  'many values': {
    type: 'object',
    properties: { a: { enum: Array.from({ length: 3000 }, (_, at) => `value ${at}`) } },
  },
  depth: createDeep(100),
  'a default that does not fit': {
    type: 'object',
    properties: { a: { type: 'string', default: { b: HALF } } },
  },
  'required of draft 3': {
    type: 'object',
    properties: { a: { type: 'string', required: true } },
  },
  'a tuple': {
    type: 'object',
    properties: { a: { type: 'array', items: [{ type: 'string' }], additionalItems: false } },
  },
  'recursion of two': {
    type: 'object',
    properties: { a: { $ref: '#/definitions/a' } },
    definitions: {
      a: { type: 'object', properties: { b: { $ref: '#/definitions/b' } } },
      b: { type: 'array', items: { $ref: '#/definitions/a' } },
    },
  },
};

function createDeep(depth: number): JsonObject {
  const inner = depth === 0 ? { type: 'string' } : createDeep(depth - 1);
  return { type: 'object', properties: { a: inner } };
}

/** Results of tools beside texts. */
const RESULTS: Readonly<Record<string, ToolResult>> = {
  'an image': { content: '', attachments: [image(toDataUrl('image/png', PNG))] },
  'an image without bytes': { content: 'seen', attachments: [image('data:image/png;base64,')] },
  'a broken image': {
    content: 'seen',
    attachments: [image(toDataUrl('image/png', Buffer.from('no image').toString('base64')))],
  },
  'a PDF without a text': {
    content: '',
    attachments: [file(toDataUrl('application/pdf', PDF))],
  },
  'a reference': { content: '{"$ref":"#/a"}' },
  'an error without words': { content: '', isError: true },
  'a list of files': {
    content: ' ',
    attachments: Array.from({ length: 25 }, () => image(toDataUrl('image/png', PNG))),
  },
};

const call = (
  fields: Partial<NonNullable<StrictReply['toolCalls']>[number]> = {},
): StrictReply => ({
  toolCalls: [{ name: 'look', arguments: {}, ...fields }],
});

function list<Value>(
  kind: string,
  values: Readonly<Record<string, Value>>,
  create: (value: Value) => Omit<OddInput, 'name'>,
): OddInput[] {
  return Object.entries(values).map(([name, value]) => ({
    name: `${kind}: ${name}`,
    ...(NO_IMAGES.includes(`${kind}: ${name}`) && { isRefused: true }),
    ...create(value),
  }));
}

function byText(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => [JSON.stringify(text).slice(0, 30), text]));
}

/** Replies that are no whole replies. */
const REPLIES: Readonly<Record<string, readonly StrictReply[]>> = {
  'nothing, once': [{}],
  'nothing, after a result': [call(), {}, {}],
  'blanks, once': [{ text: ' ' }, {}],
  'reasoning alone': [{ reasoning: 'hm' }],
  'half a call': [{ ...call({ arguments: '{"at": "s' }), finish: 'length' }],
  'a text and half a call': [
    { text: 'Let me see.', ...call({ arguments: '{"at": "s' }), finish: 'length' },
  ],
  'a call without arguments that was cut': [{ ...call({ arguments: '' }), finish: 'length' }],
  'a call that was stopped': [{ ...call(), finish: 'stop' }],
  'many calls': [
    { toolCalls: Array.from({ length: 40 }, () => ({ name: 'look', arguments: {} })) },
  ],
};

/** Images that only their providers know to be none. */
const NO_IMAGES: readonly string[] = [
  'parts with: an image that is text',
  'parts with: an image cut in the middle',
  'a result with: a broken image',
];

export const ODD_INPUTS: readonly OddInput[] = [
  ...list('a message of', TEXTS, (message) => ({ message })),
  ...list('instructions of', TEXTS, (instructions) => ({ instructions })),
  ...list('a result of', TEXTS, (content) => ({ replies: [call()], result: { content } })),
  ...list('a failure of', TEXTS, (content) => ({
    replies: [call()],
    result: { content, isError: true },
  })),
  ...list('a reply of', TEXTS, (text) => ({ replies: [{ text, ...call() }] })),
  ...list('a reply with', REPLIES, (replies) => ({ replies })),
  ...list('reasoning of', TEXTS, (reasoning) => ({ replies: [{ reasoning, ...call() }] })),
  ...list('a description of', TEXTS, (description) => ({ description, replies: [call()] })),
  ...list('parts with', PARTS, (message) => ({ message })),
  ...list('a result with', RESULTS, (result) => ({ replies: [call()], result })),
  ...list('arguments of', ARGUMENTS, (text) => ({ replies: [call({ arguments: text })] })),
  ...list('a call with the id', byText(IDS), (id) => ({ replies: [call({ id }), call({ id })] })),
  ...list('a tool named', byText(NAMES), (tool) => ({ tool, replies: [call({ name: tool })] })),
  ...list('a call of an unknown tool', byText(NAMES), (name) => ({ replies: [call({ name })] })),
  ...list('a schema with', SCHEMAS, (schema) => ({ schema, replies: [call()] })),
];
