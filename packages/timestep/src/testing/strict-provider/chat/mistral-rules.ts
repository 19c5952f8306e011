import type { JsonObject } from '#core';
import {
  listItemsOrEmptyObjects,
  listUnknownKeys,
  listValues,
  toTextOrEmpty,
} from '../read-json.ts';
import type { ChatRule } from './chat-facts.ts';
import { joinTexts } from './join-texts.ts';
import { listCallAndResultIds, iterateMessagesWithCalls } from './message-rules.ts';

const VALIDATOR = 'mistralai/mistral-common, protocol/instruct/validator.py';
const ORDER = { type: 'invalid_request_message_order', code: '3230' };
const KNOWN_KEYS = new Set(
  (
    'model messages temperature top_p max_tokens stream stop random_seed metadata response_format tools tool_choice ' +
    'presence_penalty frequency_penalty n prediction parallel_tool_calls prompt_mode prompt_cache_key reasoning_effort ' +
    'safe_prompt guardrails'
  ).split(' '),
);

/** Roles that may follow each role. The empty role stands for the start of the messages. */
const NEXT_ROLES: Readonly<Record<string, readonly string[]>> = {
  '': ['system', 'user'],
  system: ['system', 'user', 'assistant'],
  user: ['user', 'system', 'assistant'],
  assistant: ['user', 'assistant', 'tool'],
  tool: ['tool', 'assistant'],
};

/** Rules of Mistral, in addition to the shared rules. */
export const mistralRules: readonly ChatRule[] = [
  {
    id: 'mistral/unknown-key',
    source: 'the validation of FastAPI; the list of fields is that of @ai-sdk/mistral 4.0.87',
    *find(body) {
      for (const key of listUnknownKeys(body, KNOWN_KEYS)) {
        yield { message: 'Extra inputs are not permitted', param: key, status: 422 };
      }
    },
  },
  {
    id: 'mistral/call-id',
    source: `${VALIDATOR}; yetone/avante.nvim pull request 2951, 2026-02`,
    *find({ messages }) {
      for (const { id } of listCallAndResultIds(messages)) {
        if (/^[a-zA-Z0-9]{9}$/.test(id)) continue;
        yield {
          message: `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`,
          type: 'invalid_function_call',
          code: '3280',
        };
      }
    },
  },
  {
    id: 'mistral/empty-reply',
    source: VALIDATOR,
    *find({ messages }) {
      for (const message of listItemsOrEmptyObjects(messages)) {
        if (message['role'] !== 'assistant' || !isEmptyAssistantMessage(message)) continue;
        yield {
          message: 'Assistant message must have either content or tool_calls, but not none.',
          type: 'invalid_request_assistant_message',
          code: '3240',
        };
      }
    },
  },
  {
    id: 'mistral/role-order',
    source: 'datapizza-labs/datapizza-ai issue 98, 2025-12',
    *find({ messages }) {
      let before = '';
      for (const { role } of listItemsOrEmptyObjects(messages)) {
        const next = toTextOrEmpty(role);
        if (!NEXT_ROLES[before]?.includes(next)) {
          yield { ...ORDER, message: `Unexpected role '${next}' after role '${before}'` };
        }
        before = next;
      }
    },
  },
  {
    id: 'mistral/last-role',
    source: VALIDATOR,
    *find({ messages }) {
      const last = listItemsOrEmptyObjects(messages).at(-1);
      if (last?.['role'] !== 'assistant' || last['prefix'] === true) return;
      yield {
        ...ORDER,
        message:
          'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
      };
    },
  },
  {
    id: 'mistral/result-count',
    source: VALIDATOR,
    *find({ messages }) {
      let results = 0;
      for (const { message, calls } of iterateMessagesWithCalls(
        listItemsOrEmptyObjects(messages),
      )) {
        if (message['role'] === 'tool') results += 1;
        else {
          if (results !== calls.length) {
            yield { ...ORDER, message: 'Not the same number of function calls and responses' };
          }
          results = 0;
        }
      }
    },
  },
  {
    id: 'mistral/tool-choice',
    source: 'source of @ai-sdk/mistral 4.0.87',
    *find({ tool_choice: choice }) {
      if (typeof choice !== 'string') return;
      if (['auto', 'none', 'any', 'required'].includes(choice)) return;
      yield { message: `Invalid tool_choice: ${choice}`, type: 'invalid_request_error' };
    },
  },
];

function isEmptyAssistantMessage({ content, tool_calls: calls }: JsonObject): boolean {
  return joinTexts(content) === '' && listValues(calls).length === 0;
}
