import {
  readFlag,
  readObject,
  readText,
  readValue,
  readWord,
  requireObject,
  requireText,
  requireWord,
  type Fields,
  type JsonObject,
  type JsonValue,
  type ReasoningEffort,
  type ReasoningSummary,
  type ReplySettings,
  type TextFormat,
  type Verbosity,
} from '#core';
import type { RequestEcho } from '../wire/response-object.ts';
import { readToolChoice } from './offered-tools.ts';
import { checkIdentifier, readNumberInRange, type NumberRange } from './responses-fields.ts';

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

/** Returns the reply settings that the request contains. */
export function readSettings(body: Fields): ReplySettings {
  const numbers = Object.fromEntries(
    Object.entries(RANGES).flatMap(([name, range]) => {
      const value = readNumberInRange(body, name, range);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const parallel_tool_calls = readFlag(body, 'parallel_tool_calls');
  const tool_choice =
    readValue(body, 'tool_choice') === undefined ? undefined : readToolChoice(body);
  const text = readTextSettings(readObject(body, 'text'));
  const reasoning = readReasoningSettings(readObject(body, 'reasoning'));
  return {
    ...numbers,
    ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
    ...(tool_choice !== undefined && { tool_choice }),
    ...(text && { text }),
    ...(reasoning && { reasoning }),
  };
}

const POSITIVE_INTEGER: NumberRange = { kind: 'integer', from: 1, to: Number.MAX_SAFE_INTEGER };

const RANGES = {
  temperature: { kind: 'decimal', from: 0, to: 2 },
  top_p: { kind: 'decimal', from: 0, to: 1 },
  presence_penalty: { kind: 'decimal', from: -2, to: 2 },
  frequency_penalty: { kind: 'decimal', from: -2, to: 2 },
  max_output_tokens: POSITIVE_INTEGER,
  max_tool_calls: POSITIVE_INTEGER,
} as const satisfies Readonly<Record<string, NumberRange>>;

/** Returns the reply settings of a request with the API's defaults filled in. */
export function settingsToEcho(settings: ReplySettings): SettingsEcho {
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
      format: formatToEcho(text?.format ?? { type: 'text' }),
      ...(text?.verbosity !== undefined && { verbosity: text.verbosity }),
    },
    reasoning: { effort: reasoning?.effort ?? null, summary: reasoning?.summary ?? null },
  };
}

export function formatToEcho(format: TextFormat): JsonObject {
  if (format.type !== 'json_schema') return { type: format.type };
  const { description = null, strict = false, ...rest } = format;
  return { ...rest, description, strict };
}

function readTextSettings(text: Fields | undefined): ReplySettings['text'] | undefined {
  const format = text && readObject(text, 'format');
  const verbosity = text && readWord<Verbosity>(text, 'verbosity', ['low', 'medium', 'high']);
  if (format === undefined && verbosity === undefined) return undefined;
  return { ...(format && { format: readTextFormat(format) }), ...(verbosity && { verbosity }) };
}

const LONGEST_SCHEMA_NAME = 64;

const FORMATS = ['text', 'json_object', 'json_schema'] as const;

function readTextFormat(format: Fields): TextFormat {
  const type = requireWord(format, 'type', FORMATS, 'set text, json_object or json_schema');
  if (type !== 'json_schema') return { type };
  const name = requireText(format, 'name', 'every schema must have a name');
  const schema = requireObject(format, 'schema', 'set the JSON Schema of the reply').object;
  const description = readText(format, 'description');
  const strict = readFlag(format, 'strict');
  return {
    type,
    name: checkIdentifier(format, name, LONGEST_SCHEMA_NAME),
    schema,
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict }),
  };
}

const SUMMARIES: readonly ReasoningSummary[] = ['auto', 'concise', 'detailed'];

const EFFORTS: readonly ReasoningEffort[] = [
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
];

function readReasoningSettings(
  reasoning: Fields | undefined,
): ReplySettings['reasoning'] | undefined {
  if (!reasoning) return undefined;
  const summary =
    readWord(reasoning, 'summary', SUMMARIES) ?? readWord(reasoning, 'generate_summary', SUMMARIES);
  const effort = readWord(reasoning, 'effort', EFFORTS);
  if (effort === undefined && summary === undefined) return undefined;
  return { ...(effort && { effort }), ...(summary && { summary }) };
}
