import type { SharedV4Warning } from '@ai-sdk/provider';
import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { ChatDialect, RefusedField } from './chat-dialect.ts';
import { messagesToDialect } from './to-dialect-messages.ts';

/** Setting names in the AI SDK, by the request field that they set; used in warnings. */
const SETTINGS: Readonly<Record<RefusedField, string | undefined>> = {
  temperature: 'temperature',
  top_p: 'topP',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  stop: 'stopSequences',
  reasoning_effort: 'reasoning',
  stream_options: undefined,
};

/** A request body under conversion. Undefined fields are omitted. */
type Body = Record<string, JsonValue | undefined>;

/** Omits a field of the request, and adds a warning that names the setting. */
type LeaveOut = (field: string, setting: string | undefined) => void;

/**
 * Converts an OpenAI Chat Completions request to a provider's dialect. Adds a warning for each
 * omitted setting.
 */
export function requestToDialect(
  body: JsonObject,
  dialect: ChatDialect,
  warnings: SharedV4Warning[] = [],
): JsonObject {
  const { messages = [], parallelToolCalls, ...rest } = body;
  const model = typeof body['model'] === 'string' ? body['model'] : '';
  const changed: Body = { ...rest, messages: messagesToDialect(messages, model, dialect) };
  if (parallelToolCalls !== undefined) changed['parallel_tool_calls'] = parallelToolCalls;
  const leaveOut: LeaveOut = (field, feature) => {
    if (changed[field] === undefined) return;
    changed[field] = undefined;
    if (feature !== undefined) warnings.push({ type: 'unsupported', feature });
  };
  omitRefusedFields(changed, model, dialect, leaveOut);
  if (changed['max_tokens'] !== undefined && dialect.tokenLimit?.test(model) === true) {
    changed['max_completion_tokens'] = changed['max_tokens'];
    changed['max_tokens'] = undefined;
  }
  if (dialect.strict === false) removeStrict(changed);
  adaptToolChoice(changed, model, dialect, leaveOut);
  return changed as JsonObject;
}

function omitRefusedFields(
  body: Body,
  model: string,
  { refuses = [], highestTemperature = Infinity, formatWithTools }: ChatDialect,
  leaveOut: LeaveOut,
): void {
  for (const { fields, models, except } of refuses) {
    if (models?.test(model) === false || except?.test(model) === true) continue;
    for (const field of fields) leaveOut(field, SETTINGS[field]);
  }
  if (Number(body['temperature']) > highestTemperature) leaveOut('temperature', 'temperature');
  if (formatWithTools === false && body['tools'] !== undefined)
    leaveOut('response_format', 'responseFormat');
}

function adaptToolChoice(
  body: Body,
  model: string,
  { refusesForcedChoice, namesTool }: ChatDialect,
  leaveOut: LeaveOut,
): void {
  const { tool_choice: choice } = body;
  if (choice !== 'required' && !isJsonObject(choice)) return;
  if (refusesForcedChoice?.test(model) === true) leaveOut('tool_choice', 'toolChoice');
  else if (namesTool === false) offerOnlyNamedTool(body);
}

function removeStrict(body: Body): void {
  const { tools, response_format: format } = body;
  if (Array.isArray(tools))
    body['tools'] = tools.map((tool: JsonValue) =>
      isJsonObject(tool) ? { ...tool, function: removeStrictField(tool['function']) } : tool,
    );
  if (isJsonObject(format) && format['json_schema'] !== undefined)
    body['response_format'] = { ...format, json_schema: removeStrictField(format['json_schema']) };
}

function removeStrictField(value: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  const { strict: _strict, ...rest } = value;
  return rest;
}

/** Replaces a `tool_choice` that names a tool: offers only that tool, and requires a call. */
function offerOnlyNamedTool(body: Body): void {
  const { tool_choice: choice, tools } = body;
  if (!isJsonObject(choice) || !Array.isArray(tools)) return;
  const named = getToolName(choice);
  body['tools'] = tools.filter((tool: JsonValue) => getToolName(tool) === named);
  body['tool_choice'] = 'required';
}

function getToolName(tool: JsonValue): JsonValue | undefined {
  const called = isJsonObject(tool) ? tool['function'] : undefined;
  return isJsonObject(called) ? called['name'] : undefined;
}
