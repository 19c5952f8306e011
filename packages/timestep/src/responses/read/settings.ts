import type {
  JsonObject,
  JsonValue,
  ReasoningEffort,
  ReasoningSummary,
  ReplySettings,
  TextFormat,
  Verbosity,
} from '../../core/index.ts';
import type { RequestEcho } from '../wire/response-object.ts';
import { missing } from '../wire/responses-error.ts';
import { nameWithin, numberIn, type Range } from './bounds.ts';
import { field } from './field.ts';
import { oneOf } from './one-of.ts';
import { readToolChoice } from './tools.ts';

/** The part of a response that repeats the settings of its request. */
export type SettingsEcho = Pick<
  RequestEcho,
  | 'temperature'
  | 'top_p'
  | 'presence_penalty'
  | 'frequency_penalty'
  | 'max_output_tokens'
  | 'max_tool_calls'
  | 'parallel_tool_calls'
  | 'tool_choice'
  | 'text'
  | 'reasoning'
>;

/** The settings of replies in a request, checked; only those that it has. */
export function readSettings(body: JsonObject): ReplySettings {
  const numbers = Object.fromEntries(
    Object.entries(RANGES).flatMap(([name, range]) => {
      const value = numberIn(body, name, range);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const parallel_tool_calls = field(body, 'parallel_tool_calls', 'boolean');
  const tool_choice = body['tool_choice'] == null ? undefined : readToolChoice(body);
  const text = readText(field(body, 'text', 'object') ?? {});
  const reasoning = readReasoning(field(body, 'reasoning', 'object') ?? {});
  return {
    ...numbers,
    ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
    ...(tool_choice !== undefined && { tool_choice }),
    ...(text && { text }),
    ...(reasoning && { reasoning }),
  };
}

const FROM_ONE: Range = { kind: 'integer', from: 1, to: Number.MAX_SAFE_INTEGER };

const RANGES = {
  temperature: { kind: 'decimal', from: 0, to: 2 },
  top_p: { kind: 'decimal', from: 0, to: 1 },
  presence_penalty: { kind: 'decimal', from: -2, to: 2 },
  frequency_penalty: { kind: 'decimal', from: -2, to: 2 },
  max_output_tokens: FROM_ONE,
  max_tool_calls: FROM_ONE,
} as const satisfies Readonly<Record<string, Range>>;

/** Settings as a response repeats them, with the API's defaults filled in. */
export function echoOfSettings(settings: ReplySettings): SettingsEcho {
  const { text, reasoning } = settings;
  return {
    temperature: settings.temperature ?? 1,
    top_p: settings.top_p ?? 1,
    presence_penalty: settings.presence_penalty ?? 0,
    frequency_penalty: settings.frequency_penalty ?? 0,
    max_output_tokens: settings.max_output_tokens ?? null,
    max_tool_calls: settings.max_tool_calls ?? null,
    parallel_tool_calls: settings.parallel_tool_calls ?? true,
    tool_choice: (settings.tool_choice ?? 'auto') as JsonValue,
    text: {
      format: echoOfFormat(text?.format ?? { type: 'text' }),
      ...(text?.verbosity !== undefined && { verbosity: text.verbosity }),
    },
    reasoning: { effort: reasoning?.effort ?? null, summary: reasoning?.summary ?? null },
  };
}

function echoOfFormat(format: TextFormat): JsonObject {
  if (format.type !== 'json_schema') return { type: format.type };
  const { description = null, strict = false, ...rest } = format;
  return { ...rest, description, strict };
}

function readText(text: JsonObject): ReplySettings['text'] | undefined {
  const format = field(text, 'format', 'object', 'text.');
  const verbosity = oneOf<Verbosity>(text, 'verbosity', 'text.', ['low', 'medium', 'high']);
  if (format === undefined && verbosity === undefined) return undefined;
  return { ...(format && { format: readFormat(format) }), ...(verbosity && { verbosity }) };
}

const LONGEST_SCHEMA_NAME = 64;

function readFormat(format: JsonObject): TextFormat {
  const path = 'text.format.';
  const types = ['text', 'json_object', 'json_schema'] as const;
  const type = oneOf<TextFormat['type']>(format, 'type', path, types);
  if (type === undefined) throw missing(`${path}type`, 'say text, json_object or json_schema');
  if (type !== 'json_schema') return { type };
  const name = field(format, 'name', 'string', path);
  const schema = field(format, 'schema', 'object', path);
  if (name === undefined) throw missing(`${path}name`, 'every schema needs a name');
  if (schema === undefined) throw missing(`${path}schema`, 'give the JSON Schema of the reply');
  const description = field(format, 'description', 'string', path);
  const strict = field(format, 'strict', 'boolean', path);
  return {
    type,
    name: nameWithin(name, `${path}name`, LONGEST_SCHEMA_NAME),
    schema,
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict }),
  };
}

const SUMMARIES: readonly ReasoningSummary[] = ['auto', 'concise', 'detailed'];

function readReasoning(reasoning: JsonObject): ReplySettings['reasoning'] | undefined {
  const path = 'reasoning.';
  const summary =
    oneOf(reasoning, 'summary', path, SUMMARIES) ??
    oneOf(reasoning, 'generate_summary', path, SUMMARIES);
  const effort = oneOf<ReasoningEffort>(reasoning, 'effort', path, [
    'none',
    'minimal',
    'low',
    'medium',
    'high',
    'xhigh',
    'max',
  ]);
  if (effort === undefined && summary === undefined) return undefined;
  return { ...(effort && { effort }), ...(summary && { summary }) };
}
