import type {
  AssistantMessage,
  ContentPart,
  JsonObject,
  Message,
  TextFormat,
  ToolMessage,
  ToolSchema,
} from '@timestep-ai/timestep/core';
import { signReasoning, type SigningProvider } from '@timestep-ai/timestep/testing';
import type { Draw } from '../random.ts';
import { drawParameters } from './random-schema.ts';

/** A request to a model as a task makes it. */
export interface GivenRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSchema[];
  readonly forced: string | undefined;
  readonly settings: {
    readonly temperature?: number;
    readonly topP?: number;
    readonly maxTokens?: number;
    readonly stopSequences?: readonly string[];
    readonly reasoning?: (typeof EFFORTS)[number];
  };
  /** Format of the agent's own output, which requests without tools have. */
  readonly format: TextFormat | undefined;
  /** Words of the messages that the provider must receive, each of which stands once. */
  readonly words: readonly string[];
}

/** The called model: its provider's name in the AI SDK, and its family. */
export interface CalledFamily {
  readonly provider: string;
  readonly family: string;
}

/** Draws a request to a model. */
export function drawRequest(draw: Draw, by: CalledFamily): GivenRequest {
  const words: string[] = [];
  const mark = (): string => {
    const word = `word${words.length}end`;
    words.push(word);
    return word;
  };
  const format = draw.chance(0.2) ? drawFormat(draw) : undefined;
  const tools = format ? [] : drawTools(draw);
  const messages: Message[] = [];
  if (draw.chance(0.7)) messages.push({ role: 'system', content: drawText(draw, mark) });
  if (draw.chance(0.1)) messages.push({ role: 'system', content: ' ' });
  const turns = draw.of([0, 1, 2, 3, 6]);
  for (let turn = 0; turn < turns; turn += 1) addTurn(messages, draw, mark, tools, by);
  const last = tools.at(-1);
  const forced = last && draw.chance(0.1) ? last.function.name : undefined;
  return { messages, tools, forced, settings: drawSettings(draw), format, words };
}

const EFFORTS = ['none', 'minimal', 'low', 'high', 'max'] as const;

function drawSettings(draw: Draw): GivenRequest['settings'] {
  const stops = draw.of([0, 0, 1, 4, 5, 8]);
  return {
    ...(draw.chance(0.5) && { temperature: draw.of([0, 0.7, 1, 1.5]) }),
    ...(draw.chance(0.2) && { topP: 0.9 }),
    ...(draw.chance(0.3) && { maxTokens: draw.of([16, 500, 20_000, 1_000_000]) }),
    ...(draw.chance(0.2) && { reasoning: draw.of(EFFORTS) }),
    ...(stops > 0 && { stopSequences: Array.from({ length: stops }, (_, at) => `stop${at}`) }),
  };
}

function drawFormat(draw: Draw): TextFormat {
  const name = draw.of(['output', 'an answer', 'größe', 'x'.repeat(90), '']);
  return { type: 'json_schema', name, schema: drawParameters(draw) };
}

const ODD_NAMES = ['github.search', 'größe', '1st', 'x'.repeat(90), 'a b', 'files/read'] as const;

function drawTools(draw: Draw): ToolSchema[] {
  const count = draw.chance(0.02) ? draw.of([130, 210, 520]) : draw.below(5);
  return Array.from({ length: count }, (_, at): ToolSchema => {
    const odd = draw.chance(0.3) ? draw.of(ODD_NAMES) : `tool_${at}`;
    const description = draw.of(['', ' ', 'Does it.', 'Long. '.repeat(300), 'half \uD83C']);
    const parameters = count > 20 ? { type: 'object' } : drawParameters(draw);
    return {
      type: 'function',
      function: {
        name: odd,
        parameters,
        ...(draw.chance(0.8) && { description }),
        ...(draw.chance(0.3) && { strict: draw.chance(0.7) }),
      },
    };
  });
}

function drawText(draw: Draw, mark: () => string): string {
  const word = mark();
  return draw.of([
    word,
    `${word} sunny \uD83C`,
    `\uDF1E ${word}`,
    `\0${word}\0`,
    `  ${word}\n`,
    `${word} 🌞 "quoted" \\ \u001B[1m`,
  ]);
}

function addTurn(
  messages: Message[],
  draw: Draw,
  mark: () => string,
  tools: readonly ToolSchema[],
  by: CalledFamily,
): void {
  if (draw.chance(0.9)) messages.push({ role: 'user', content: drawContent(draw, mark) });
  if (draw.chance(0.1)) messages.push({ role: 'user', content: draw.of(['', ' \n']) });
  if (draw.chance(0.15)) messages.push({ role: 'system', content: drawText(draw, mark) });
  const steps = draw.below(3);
  for (let step = 0; step < steps; step += 1) addStep(messages, draw, mark, tools, by);
  if (draw.chance(0.6)) messages.push(drawReply(draw, mark, by));
}

function drawReply(draw: Draw, mark: () => string, by: CalledFamily): AssistantMessage {
  const content = draw.chance(0.85) ? drawText(draw, mark) : draw.of(['', ' ', null]);
  return { role: 'assistant', content, ...drawProviderData(draw, content ?? '', by, 0) };
}

/** Draws reasoning, and what the model's provider or another one stored with it. */
function drawProviderData(
  draw: Draw,
  content: string,
  by: CalledFamily,
  calls: number,
): Pick<AssistantMessage, 'reasoning' | 'provider'> {
  if (draw.chance(0.6)) return {};
  const isOwn =
    draw.chance(0.3) && (by.provider.startsWith('anthropic') || by.provider === 'amazon-bedrock');
  const reasoning = isOwn ? 'I think.' : draw.of(['I think.', 'half \uD83C', '']);
  const sign = (provider: SigningProvider): string =>
    isOwn ? signReasoning(provider, reasoning) : 'foreign';
  const metadata: JsonObject = {
    anthropic: { signature: sign('anthropic') },
    openai: { itemId: 'rs_foreign', reasoningEncryptedContent: 'foreign' },
    google: { thoughtSignature: 'foreign' },
    bedrock: { signature: sign('bedrock') },
    amazonBedrock: { signature: sign('bedrock') },
  };
  const foreign = draw.of([
    { provider: 'mistral.chat', family: 'mistral-large' },
    { provider: 'someone.chat', family: 'm' },
    { provider: by.provider, family: 'another-family' },
  ]);
  const author = isOwn ? by : foreign;
  // Some providers write a line break between other parts.
  const first = content.startsWith('\n') ? 1 : 0;
  return {
    reasoning,
    provider: {
      by: author.provider,
      family: author.family,
      parts: [
        { type: 'reasoning', length: reasoning.length, metadata },
        { type: 'text', length: first },
        { type: 'text', length: content.length - first },
        ...Array.from({ length: calls }, () => ({ type: 'call' })),
      ],
    },
  };
}

const ODD_IDS = [
  'functions.f:0',
  '',
  'call_1',
  'ä',
  'x'.repeat(70),
  'call_1',
  '123456789',
] as const;

function addStep(
  messages: Message[],
  draw: Draw,
  mark: () => string,
  tools: readonly ToolSchema[],
  by: CalledFamily,
): void {
  const count = 1 + draw.below(3);
  const content = draw.chance(0.3) ? `\n${mark()}` : draw.of([null, '', ' ']);
  const calls = Array.from({ length: count }, () => {
    const name = draw.chance(0.8) ? (tools[0]?.function.name ?? 'gone') : 'gone.tool';
    return {
      id: draw.of(ODD_IDS),
      type: 'function' as const,
      function: { name, arguments: drawArguments(draw, mark) },
    };
  });
  messages.push({
    role: 'assistant',
    content,
    tool_calls: calls,
    ...drawProviderData(draw, content ?? '', by, count),
  });
  const results = calls
    .filter(() => draw.chance(0.9))
    .map(({ id }): ToolMessage => drawResult(draw, mark, id));
  if (draw.chance(0.2)) results.reverse();
  if (draw.chance(0.1)) results.push(drawResult(draw, mark, 'stray'));
  if (draw.chance(0.1)) messages.push({ role: 'user', content: drawText(draw, mark) });
  messages.push(...results);
  const [first] = calls;
  // A second result of a call is left out, so it has no word.
  if (first && results.some(({ tool_call_id: id }) => id === first.id) && draw.chance(0.1))
    messages.push({ role: 'tool', tool_call_id: first.id, content: 'again' });
}

function drawResult(draw: Draw, mark: () => string, tool_call_id: string): ToolMessage {
  const content = draw.chance(0.8) ? drawText(draw, mark) : draw.of(['', ' ']);
  return {
    role: 'tool',
    tool_call_id,
    content,
    ...(draw.chance(0.1) && { attachments: [drawFile(draw)] }),
  };
}

function drawArguments(draw: Draw, mark: () => string): string {
  const word = mark();
  return draw.of([
    `{"city":"${word}"}`,
    `{"$top":"${word}","filter[name]":{"a":1}}`,
    `{"city":"${word}","half":"\\ud83c"}`,
    `{"city":"${word}","nul":"\\u0000","whole":"\\ud83c\\udf1e"}`,
    `{"city":"${word}","half \\ud83c":{"\\u0000":1}}`,
    `{"city":"${word}","__proto__":{"a":1},"half \uD83C":1}`,
    `{"city":"${word}`,
    `["${word}"]`,
    `"${word} \uD83C"`,
  ]);
}

function drawContent(draw: Draw, mark: () => string): string | readonly ContentPart[] {
  if (draw.chance(0.6)) return drawText(draw, mark);
  if (draw.chance(0.05)) return [drawFile(draw)];
  const parts = Array.from({ length: draw.below(4) }, (): ContentPart => {
    switch (draw.below(4)) {
      case 0:
        return { type: 'text', text: drawText(draw, mark), filename: draw.of(['a.txt', '\uD83C']) };
      case 1:
        return { type: 'text', text: draw.of(['', ' \n']) };
      case 2:
        return { type: 'data', data: { word: mark(), half: '\uD83C' } };
      default:
        return drawFile(draw);
    }
  });
  return parts;
}

/** Draws an image or a file: of types, sizes and addresses of which some are refused. */
function drawFile(draw: Draw): ContentPart {
  const image = (url: string): ContentPart => ({ type: 'image_url', image_url: { url } });
  switch (draw.below(7)) {
    case 0:
      return image(toPng(draw.of([1, 1999, 2001, 7999, 9000])));
    case 1:
      return image(toPng(10).replace('image/png', draw.of(['image/jpg', 'image/webp', ''])));
    case 2:
      return image(
        draw.of([
          'https://example.com/a.png',
          'https://example.com/picture',
          's3://bucket/a.png',
          'gs://bucket/a.png',
          'file:///a.png',
        ]),
      );
    case 3:
      return image(draw.of(['picture.png', 'data:image/png', 'ftp://example.com/a']));
    case 4:
      return image(draw.of(['data:image/bmp;base64,Qk0=', 'data:image/svg+xml,<svg/>']));
    case 5:
      return {
        type: 'file',
        file: {
          url: 'data:application/pdf;base64,JVBERi0xLjQ=',
          filename: draw.of(['a.pdf', 'ä/b.pdf']),
        },
      };
    default:
      return {
        type: 'file',
        file: {
          url: draw.of(['data:text/plain,', 'data:text/plain,%00', 'data:audio/ogg;base64,T2dn']),
        },
      };
  }
}

/** Creates the beginning of a PNG image of the given width. */
function toPng(width: number): string {
  const bytes = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(10, 20);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}
