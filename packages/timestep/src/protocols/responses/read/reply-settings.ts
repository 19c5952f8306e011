import {
  omitUndefined,
  readFlag,
  readObject,
  readValue,
  readWord,
  requireObject,
  requireText,
  requireWord,
  type Fields,
  type JsonObject,
  type JsonValue,
  type ReplySettings,
  type TextFormat,
  type Verbosity,
} from '#core';
import type { RequestEcho } from '../wire/response-object.ts';
import { readToolChoice } from './offered-tools.ts';
import {
  requireIdentifier,
  readDescriptionAndStrict,
  readNumberInRange,
} from './responses-fields.ts';

export function readSettings(body: Fields): ReplySettings {
  return omitUndefined({
    temperature: readNumberInRange(body, 'temperature', 'decimal', 0, 2),
    top_p: readNumberInRange(body, 'top_p', 'decimal', 0, 1),
    presence_penalty: readNumberInRange(body, 'presence_penalty', 'decimal', -2, 2),
    frequency_penalty: readNumberInRange(body, 'frequency_penalty', 'decimal', -2, 2),
    max_output_tokens: readNumberInRange(body, 'max_output_tokens', 'integer', 1),
    max_tool_calls: readNumberInRange(body, 'max_tool_calls', 'integer', 1),
    parallel_tool_calls: readFlag(body, 'parallel_tool_calls'),
    tool_choice: readValue(body, 'tool_choice') === undefined ? undefined : readToolChoice(body),
    text: readTextSettings(readObject(body, 'text')),
    reasoning: readReasoningSettings(readObject(body, 'reasoning')),
  });
}

/** Returns the reply settings of a request with the API's defaults filled in. */
export function addDefaultsToSettings(
  settings: ReplySettings,
): Pick<RequestEcho, keyof ReplySettings> {
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
    text: { ...text, format: formatToEcho(text?.format ?? { type: 'text' }) },
    reasoning: { effort: reasoning?.effort ?? null, summary: reasoning?.summary ?? null },
  };
}

export function formatToEcho(format: TextFormat): JsonObject {
  if (format.type !== 'json_schema') return { type: format.type };
  const { description = null, strict = false, ...rest } = format;
  return { ...rest, description, strict };
}

function readTextSettings(text: Fields | undefined): ReplySettings['text'] | undefined {
  const given = text && readObject(text, 'format');
  const verbosity = text && readWord<Verbosity>(text, 'verbosity', ['low', 'medium', 'high']);
  if (given === undefined && verbosity === undefined) return undefined;
  return omitUndefined({ format: given && readTextFormat(given), verbosity });
}

const LONGEST_SCHEMA_NAME = 64;

const FORMATS = ['text', 'json_object', 'json_schema'] as const;

function readTextFormat(format: Fields): TextFormat {
  const type = requireWord(format, 'type', FORMATS, 'set text, json_object or json_schema');
  if (type !== 'json_schema') return { type };
  const name = requireText(format, 'name', 'every schema must have a name');
  return {
    type,
    name: requireIdentifier(format, name, LONGEST_SCHEMA_NAME),
    schema: requireObject(format, 'schema', 'set the JSON Schema of the reply').object,
    ...readDescriptionAndStrict(format),
  };
}

const SUMMARIES = ['auto', 'concise', 'detailed'] as const;

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

function readReasoningSettings(
  reasoning: Fields | undefined,
): ReplySettings['reasoning'] | undefined {
  if (!reasoning) return undefined;
  const summary =
    readWord(reasoning, 'summary', SUMMARIES) ?? readWord(reasoning, 'generate_summary', SUMMARIES);
  const effort = readWord(reasoning, 'effort', EFFORTS);
  if (effort === undefined && summary === undefined) return undefined;
  return omitUndefined({ effort, summary });
}
