import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** A stream event as a client reads it. */
export interface WireEvent {
  readonly event: string | undefined;
  readonly body: JsonObject;
}

type Check = (value: JsonValue) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isWhole: Check = (value) => Number.isInteger(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isObject: Check = isJsonObject;
const isList: Check = Array.isArray;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...values: readonly JsonValue[]): Check =>
  (value) =>
    values.includes(value);

/** The fields that the public schema requires of every response, and what they hold. */
const RESPONSE: Readonly<Record<string, Check>> = {
  id: (value) => typeof value === 'string' && value.startsWith('resp_'),
  object: oneOf('response'),
  created_at: isWhole,
  completed_at: orNull(isWhole),
  status: oneOf('in_progress', 'completed', 'failed', 'cancelled', 'incomplete'),
  incomplete_details: orNull(isObject),
  model: isText,
  previous_response_id: orNull(isText),
  instructions: orNull(isText),
  output: isList,
  error: orNull(isObject),
  tools: isList,
  tool_choice: (value) => isText(value) || isObject(value),
  truncation: oneOf('auto', 'disabled'),
  parallel_tool_calls: isFlag,
  text: isObject,
  top_p: isNumber,
  presence_penalty: isNumber,
  frequency_penalty: isNumber,
  top_logprobs: isWhole,
  temperature: isNumber,
  reasoning: orNull(isObject),
  usage: orNull(isObject),
  max_output_tokens: orNull(isWhole),
  max_tool_calls: orNull(isWhole),
  store: isFlag,
  background: isFlag,
  service_tier: isText,
  metadata: isObject,
  safety_identifier: orNull(isText),
  prompt_cache_key: orNull(isText),
};

export const REQUIRED_FIELDS: readonly string[] = Object.keys(RESPONSE);

const ITEMS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  message: {
    id: isText,
    role: oneOf('assistant'),
    status: oneOf('in_progress', 'completed', 'incomplete'),
    content: isList,
  },
  reasoning: {
    id: isText,
    status: oneOf('in_progress', 'completed', 'incomplete'),
    summary: isList,
  },
  function_call: {
    id: isText,
    call_id: isText,
    name: isText,
    arguments: isText,
    status: oneOf('in_progress', 'completed', 'incomplete'),
  },
  mcp_call: {
    id: isText,
    server_label: isText,
    name: isText,
    arguments: isText,
    output: orNull(isText),
    error: orNull(isObject),
    status: oneOf('in_progress', 'completed', 'incomplete', 'failed'),
  },
  mcp_approval_request: {
    id: isText,
    server_label: isText,
    name: isText,
    arguments: isText,
  },
};

/** What is wrong with a response object by the public schema; nothing when it is right. */
export function problemsOf(response: JsonValue | undefined): string[] {
  if (!isJsonObject(response)) return ['no response object'];
  const items = Array.isArray(response['output']) ? (response['output'] as JsonValue[]) : [];
  const usage = response['usage'] ?? null;
  return [
    ...wrongFields(response, RESPONSE, ''),
    ...items.flatMap((item, index) => problemsOfItem(item, `output[${index}].`)),
    ...(isJsonObject(usage) ? wrongUsage(usage) : []),
  ];
}

function wrongUsage(usage: JsonObject): string[] {
  const counts = { input_tokens: isWhole, output_tokens: isWhole, total_tokens: isWhole };
  const details = { input_tokens_details: isObject, output_tokens_details: isObject };
  return wrongFields(usage, { ...counts, ...details }, 'usage.');
}

function problemsOfItem(item: JsonValue, path: string): string[] {
  const type = isJsonObject(item) ? item['type'] : undefined;
  const fields = typeof type === 'string' ? ITEMS[type] : undefined;
  return isJsonObject(item) && fields
    ? wrongFields(item, fields, path)
    : [`${path}type is ${JSON.stringify(type)}`];
}

function wrongFields(
  object: JsonObject,
  checks: Readonly<Record<string, Check>>,
  path: string,
): string[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    const value = object[name];
    if (value === undefined) return [`${path}${name} is missing`];
    return check(value) ? [] : [`${path}${name} is ${JSON.stringify(value)}`];
  });
}

/** Lifecycle of one item in a stream, as far as the stream has shown it. */
interface Told {
  readonly type: string;
  readonly id: string;
  text: string;
  ended: boolean;
}

/** What is wrong with the order and content of a stream's events. */
export function streamProblems(events: readonly WireEvent[]): string[] {
  const problems: string[] = [];
  const items: Told[] = [];
  const types = events.map(({ body }) => body['type'] as string);
  if (types[0] !== 'response.created') problems.push('does not begin with response.created');
  if (types[1] !== 'response.in_progress') problems.push('response.in_progress is not second');
  if (!/^response\.(completed|failed|incomplete)$/.test(types.at(-1) ?? '')) {
    problems.push(`ends with ${types.at(-1)}`);
  }
  events.forEach(({ event, body }, index) => {
    if (body['sequence_number'] !== index) problems.push(`event ${index} is numbered otherwise`);
    if (event !== body['type']) problems.push(`event ${index} is named ${event}`);
    if (isJsonObject(body['response'] ?? null)) problems.push(...problemsOf(body['response']));
    if (typeof body['output_index'] === 'number') problems.push(...itemProblems(items, body));
  });
  items.forEach((item, index) => {
    if (!item.ended) problems.push(`item ${index} was never done`);
  });
  return problems;
}

function itemProblems(items: Told[], body: JsonObject): string[] {
  const index = Number(body['output_index']);
  const type = body['type'] as string;
  const item = isJsonObject(body['item'] ?? null) ? (body['item'] as JsonObject) : undefined;
  if (type === 'response.output_item.added') {
    if (index !== items.length) return [`item ${index} added at the wrong place`];
    items.push({
      type: item?.['type'] as string,
      id: item?.['id'] as string,
      text: '',
      ended: false,
    });
    return problemsOfItem(item ?? null, `added[${index}].`);
  }
  const told = items[index];
  if (!told) return [`${type} before item ${index} was added`];
  if (told.ended) return [`${type} after item ${index} was done`];
  if ((body['item_id'] ?? item?.['id']) !== told.id) return [`${type} has a foreign id`];
  if (typeof body['delta'] === 'string') told.text += body['delta'];
  const full = body['text'] ?? body['arguments'];
  if (typeof full === 'string' && full !== told.text) {
    return [`deltas of item ${index} add up to ${told.text}, not ${full}`];
  }
  if (type === 'response.output_item.done') {
    told.ended = true;
    return problemsOfItem(item ?? null, `done[${index}].`);
  }
  return [];
}

/** Reads a whole event stream; the end mark has to be there. */
export function readStream(text: string): WireEvent[] {
  const blocks = text.split('\n\n').filter((block) => block !== '' && !block.startsWith(':'));
  if (blocks.pop() !== 'data: [DONE]') throw new Error('the stream has no end mark');
  return blocks.map((block) => {
    const lines = block.split('\n');
    const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length) ?? '';
    const event = lines.find((line) => line.startsWith('event: '))?.slice('event: '.length);
    return { event, body: JSON.parse(data) as JsonObject };
  });
}
