import type { SharedV4Warning } from '@ai-sdk/provider';
import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { ChatDialect, RefusedField } from './chat-dialect.ts';
import { toDialectMessages } from './to-dialect-messages.ts';

/** Settings of the AI SDK that fields of a request come from, for warnings. */
const SETTINGS: Readonly<Record<RefusedField, string | undefined>> = {
  temperature: 'temperature',
  top_p: 'topP',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  stop: 'stopSequences',
  reasoning_effort: 'reasoning',
  stream_options: undefined,
};

/** Converts a chat completions request of OpenAI. A setting that is left out adds a warning. */
export function toDialect(
  body: JsonObject,
  dialect: ChatDialect,
  warnings: SharedV4Warning[] = [],
): JsonObject {
  const { messages = [], parallelToolCalls, ...rest } = body;
  const model = typeof body['model'] === 'string' ? body['model'] : '';
  const changed: Record<string, JsonValue | undefined> = {
    ...rest,
    messages: toDialectMessages(messages, model, dialect),
  };
  if (parallelToolCalls !== undefined) changed['parallel_tool_calls'] = parallelToolCalls;
  const leaveOut = (field: string, feature: string | undefined): void => {
    if (changed[field] === undefined) return;
    changed[field] = undefined;
    if (feature !== undefined) warnings.push({ type: 'unsupported', feature });
  };
  for (const { fields, models, except } of dialect.refuses ?? []) {
    if (models?.test(model) === false || except?.test(model) === true) continue;
    for (const field of fields) leaveOut(field, SETTINGS[field]);
  }
  if (changed['max_tokens'] !== undefined && dialect.tokenLimit?.test(model) === true) {
    changed['max_completion_tokens'] = changed['max_tokens'];
    changed['max_tokens'] = undefined;
  }
  const { highestTemperature: highest = Infinity } = dialect;
  if (Number(changed['temperature']) > highest) leaveOut('temperature', 'temperature');
  if (dialect.formatWithTools === false && changed['tools'] !== undefined)
    leaveOut('response_format', 'responseFormat');
  if (dialect.strict === false) removeStrict(changed);
  const { tool_choice: choice } = changed;
  if (choice === 'required' || isJsonObject(choice)) {
    if (dialect.refusesForcedChoice?.test(model) === true) leaveOut('tool_choice', 'toolChoice');
    else if (choice === 'required' && dialect.requiredChoice)
      changed['tool_choice'] = dialect.requiredChoice;
  }
  if (dialect.namesTool === false) offerOnlyNamedTool(changed);
  return changed as JsonObject;
}

function removeStrict(body: Record<string, JsonValue | undefined>): void {
  const { tools, response_format: format } = body;
  if (Array.isArray(tools))
    body['tools'] = tools.map((tool: JsonValue) =>
      isJsonObject(tool) ? { ...tool, function: withoutStrict(tool['function']) } : tool,
    );
  if (isJsonObject(format) && format['json_schema'] !== undefined)
    body['response_format'] = { ...format, json_schema: withoutStrict(format['json_schema']) };
}

function withoutStrict(value: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  const { strict: _strict, ...rest } = value;
  return rest;
}

/** Replaces a choice that names a tool: the tool is required because no other is offered. */
function offerOnlyNamedTool(body: Record<string, JsonValue | undefined>): void {
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
