import type { JsonObject } from '#core';
import { isWebOrBase64Url } from '../image-facts.ts';
import type { Fault } from '../refusal.ts';
import { listItemsOrEmptyObjects, toObject, toTextOrEmpty } from '../read-json.ts';
import type { ChatRule } from './chat-facts.ts';

const LIVE = 'recorded from gpt-5.6-terra, 2026-08-30';
const ROLES = ['system', 'assistant', 'user', 'function', 'tool', 'developer'];
/** Fields that an assistant message may have instead of content. */
const SUBSTITUTES = ['tool_calls', 'function_call', 'refusal', 'audio'];
/** Types of content parts that a role may carry. */
const PART_TYPES: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
};

export const unknownRole: ChatRule = {
  id: 'chat/role',
  source: LIVE,
  *find({ messages }) {
    for (const [at, { role }] of listItemsOrEmptyObjects(messages).entries()) {
      if (ROLES.includes(toTextOrEmpty(role))) continue;
      yield {
        message: `Invalid value: '${toTextOrEmpty(role)}'. Supported values are: ${ROLES.map((one) => `'${one}'`).join(', ')}.`,
        param: `messages[${at}].role`,
        code: 'invalid_value',
      };
    }
  },
};

export const emptyCalls: ChatRule = {
  id: 'chat/empty-tool-calls',
  source: LIVE,
  *find({ messages }) {
    for (const [at, { tool_calls: calls }] of listItemsOrEmptyObjects(messages).entries()) {
      if (!Array.isArray(calls) || calls.length > 0) continue;
      const param = `messages[${at}].tool_calls`;
      yield {
        message: `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
        param,
        code: 'empty_array',
      };
    }
  },
};

export const missingContent: ChatRule = {
  id: 'chat/content-missing',
  source: LIVE,
  *find({ messages }) {
    for (const [at, message] of listItemsOrEmptyObjects(messages).entries()) {
      const { role, content } = message;
      if (content != null || hasFieldInsteadOfContent(message)) continue;
      if (role === 'developer') {
        const param = `messages[${at}].content`;
        yield content === null
          ? {
              message: `Invalid type for '${param}': expected one of a string or array of objects, but got null instead.`,
              param,
              code: 'invalid_type',
            }
          : {
              message: `Missing required parameter: '${param}'.`,
              param,
              code: 'missing_required_parameter',
            };
        continue;
      }
      yield {
        message: "Invalid value for 'content': expected a string, got null.",
        param: `messages.[${at}].content`,
      };
    }
  },
};

function hasFieldInsteadOfContent(message: JsonObject): boolean {
  return message['role'] === 'assistant' && SUBSTITUTES.some((field) => message[field] != null);
}

export const partType: ChatRule = {
  id: 'chat/content-part',
  source: 'types of the API: images and files stand in messages of the user alone',
  *find({ messages }) {
    for (const [at, { role, content }] of listItemsOrEmptyObjects(messages).entries()) {
      const allowed = PART_TYPES[toTextOrEmpty(role)] ?? ['text'];
      for (const [index, { type }] of listItemsOrEmptyObjects(content).entries()) {
        if (allowed.includes(toTextOrEmpty(type))) continue;
        const param = `messages[${at}].content[${index}].type`;
        yield {
          message: `Invalid value: '${toTextOrEmpty(type)}'. Supported values are: ${allowed.map((one) => `'${one}'`).join(', ')}.`,
          param,
          code: 'invalid_value',
        };
      }
    }
  },
};

export const INVALID_BASE64: Fault = {
  message: 'Invalid base64 image_url.',
  param: 'image_url',
  code: 'invalid_base64',
};
export const INVALID_ADDRESS: Fault = {
  message: 'Invalid image URL: expected an http(s) or a data URL.',
  param: 'image_url',
  code: 'invalid_image_url',
};

export const fileData: ChatRule = {
  id: 'chat/file-data',
  source: 'reported of images; the text is inferred',
  *find({ messages }) {
    for (const { content } of listItemsOrEmptyObjects(messages)) {
      for (const part of listItemsOrEmptyObjects(content)) {
        const url = toTextOrEmpty(toObject(part['image_url'])['url']);
        if (url === '' || isWebOrBase64Url(url)) continue;
        yield url.startsWith('data:') ? INVALID_BASE64 : INVALID_ADDRESS;
      }
    }
  },
};

/** A message with its index and the ids of the tool calls that it must answer. */
interface Turn {
  readonly message: JsonObject;
  readonly at: number;
  /** Ids of the tool calls directly before the message; empty if there are none. */
  readonly calls: readonly string[];
  /** Ids of the tool calls that were not answered yet. */
  readonly open: readonly string[];
}

/**
 * Yields each message with the tool calls that precede it, and at the end a turn without a message, for calls
 * that no message follows.
 */
export function* iterateMessagesWithCalls(messages: readonly JsonObject[]): Generator<Turn> {
  let calls: readonly string[] = [];
  let open: readonly string[] = [];
  for (const [at, message] of messages.entries()) {
    yield { message, at, calls, open };
    if (message['role'] === 'tool') {
      open = open.filter((id) => id !== message['tool_call_id']);
      continue;
    }
    calls = listItemsOrEmptyObjects(message['tool_calls']).map(({ id }) => toTextOrEmpty(id));
    open = calls;
  }
  yield { message: {}, at: messages.length, calls, open };
}

export const orphanResult: ChatRule = {
  id: 'chat/orphan-result',
  source: 'simonw/llm issue 937, 2025-05',
  *find({ messages }) {
    for (const { message, at, calls } of iterateMessagesWithCalls(
      listItemsOrEmptyObjects(messages),
    )) {
      if (message['role'] !== 'tool' || calls.includes(toTextOrEmpty(message['tool_call_id'])))
        continue;
      yield {
        message:
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        param: `messages.[${at}].role`,
      };
    }
  },
};

export const unansweredCall: ChatRule = {
  id: 'chat/unanswered-call',
  source: 'microsoft/promptflow pull request 3130',
  *find({ messages }) {
    for (const { message, open } of iterateMessagesWithCalls(listItemsOrEmptyObjects(messages))) {
      if (message['role'] === 'tool' || open.length === 0) continue;
      yield {
        message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
        param: 'messages',
      };
    }
  },
};

export const callIdLength: ChatRule = {
  id: 'chat/call-id-length',
  source: 'microsoft/autogen issue 6377, 2025: 40; openclaw pull request 875, 2026-01: 40 and 64',
  *find({ messages }, { dialect }) {
    for (const { id, path } of listCallAndResultIds(messages)) {
      if (id.length <= dialect.limits.callId) continue;
      yield {
        message: `Invalid '${path}': string too long. Expected a string with maximum length ${dialect.limits.callId}, but got a string with length ${id.length} instead.`,
        param: path,
        code: 'string_above_max_length',
      };
    }
  },
};

/** Yields the ids of tool calls and of tool results. */
export function* listCallAndResultIds(
  messages: JsonObject[string] | undefined,
): Generator<{ readonly id: string; readonly path: string }> {
  for (const [at, message] of listItemsOrEmptyObjects(messages).entries()) {
    for (const [index, { id }] of listItemsOrEmptyObjects(message['tool_calls']).entries()) {
      yield { id: toTextOrEmpty(id), path: `messages[${at}].tool_calls[${index}].id` };
    }
    const { tool_call_id: answered } = message;
    if (message['role'] === 'tool') {
      yield { id: toTextOrEmpty(answered), path: `messages[${at}].tool_call_id` };
    }
  }
}

/** Arguments of a call must be a string with JSON; most servers parse it and refuse other texts. */
export const callShape: ChatRule = {
  id: 'chat/call-shape',
  source: LIVE,
  *find({ messages }) {
    for (const [at, message] of listItemsOrEmptyObjects(messages).entries()) {
      for (const [index, call] of listItemsOrEmptyObjects(message['tool_calls']).entries()) {
        yield* findCallFaults(call, `messages[${at}].tool_calls[${index}]`);
      }
    }
  },
};

function* findCallFaults(call: JsonObject, path: string): Generator<Fault> {
  const { name, arguments: args } = toObject(call['function']);
  const fields = [
    ['id', call['id']],
    ['type', call['type']],
    ['function.name', name],
    ['function.arguments', args],
  ] as const;
  for (const [field, value] of fields) {
    if (typeof value === 'string') continue;
    const param = `${path}.${field}`;
    yield {
      message: `Missing required parameter: '${param}'.`,
      param,
      code: 'missing_required_parameter',
    };
  }
}
