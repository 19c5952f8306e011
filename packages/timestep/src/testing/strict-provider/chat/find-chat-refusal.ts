import type { JsonObject } from '#core';
import { findRefusal, type Refusal } from '../refusal.ts';
import { toTextOrEmpty } from '../read-json.ts';
import { CHAT_DIALECTS, type ChatDialectName } from './dialects.ts';

/** Checks a Chat Completions request as the named server does. `window` is in tokens. */
export function findChatRefusal(
  body: JsonObject,
  dialectName: ChatDialectName = 'openai',
  window?: number,
): Refusal | undefined {
  const dialect = CHAT_DIALECTS[dialectName];
  const facts = { model: toTextOrEmpty(body['model']), dialect, window };
  return findRefusal(dialect.rules, body, facts, dialect.buildErrorBody);
}
