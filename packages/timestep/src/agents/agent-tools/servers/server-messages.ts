import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';
import type { ServerMessage } from '../../../engine/port/index.ts';
import type { LinkMessage } from '../../../protocols/mcp/index.ts';
import type { ServerLogOptions } from './server-log.ts';
import { createLiveMask, maskValue } from './server-mask.ts';

export interface ServerMessages {
  add(connection: number, heard: LinkMessage): void;
  /** Oldest first, with secrets masked. */
  list(): readonly ServerMessage[];
}

const MOST_MESSAGES = 200;
/** Of all stored messages together. */
const MOST_CHARACTERS = 256_000;
const LONGEST = 32_000;

const SECRET_FIELD =
  /(?:^|[-_])(?:secret|password|passwd|authorization|cookie)$|api[-_]?key$|(?:access|refresh)[-_]?token$/i;

/** Adding a message reads only its stored part. Secrets are masked on reading and before a cut. */
export function createServerMessages({
  secrets,
  now,
}: Pick<ServerLogOptions, 'secrets' | 'now'>): ServerMessages {
  const { mask, getLongestLength: longest } = createLiveMask(secrets);
  const kept: { readonly message: ServerMessage; readonly size: number }[] = [];
  let total = 0;
  let number = 0;

  /** The end of a cut text is dropped: it may be the beginning of a secret. */
  function maskAndCut(text: string, room: number): string {
    const whole = mask(text.slice(0, room + longest()));
    return whole.slice(0, Math.max(0, Math.min(room, whole.length - longest())));
  }

  return {
    add(connection, { isSent, message }) {
      const { value, size, isCut } = truncateJson(message, LONGEST, maskAndCut);
      if (!isJsonObject(value)) return;
      number += 1;
      kept.push({
        message: { number, connection, at: now(), isSent, message: value, isCut },
        size,
      });
      total += size;
      while (kept.length > MOST_MESSAGES || total > MOST_CHARACTERS) {
        total -= kept.shift()?.size ?? 0;
      }
    },
    list: () =>
      kept.map(({ message }) => ({
        ...message,
        message: maskValue(message.message, mask, (name) => SECRET_FIELD.test(name)),
      })),
  };
}

interface TruncatedJson {
  readonly value: JsonValue;
  /** Approximate number of characters. */
  readonly size: number;
  readonly isCut: boolean;
}

const DEEPEST = 40;
const REST = '…';
const EACH = 4;

/** `cut` shortens the text at the limit. Each omitted part is replaced by an ellipsis. */
function truncateJson(
  input: JsonValue,
  maxCharacters: number,
  cut: (text: string, room: number) => string,
): TruncatedJson {
  let room = maxCharacters;
  let isCut = false;

  function markCut(): string {
    isCut = true;
    return REST;
  }

  function truncateValue(value: JsonValue, depth: number): JsonValue {
    room -= EACH;
    if (typeof value === 'string') {
      if (value.length <= room) {
        room -= value.length;
        return value;
      }
      const begun = cut(value, Math.max(0, room));
      room = 0;
      return begun + markCut();
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= DEEPEST) return markCut();
    return isJsonObject(value) ? truncateObject(value, depth) : truncateList(value, depth);
  }

  function truncateList(list: readonly JsonValue[], depth: number): JsonValue {
    const copy: JsonValue[] = [];
    for (const item of list) {
      if (room <= 0) return [...copy, markCut()];
      copy.push(truncateValue(item, depth + 1));
    }
    return copy;
  }

  function truncateObject(value: JsonObject, depth: number): JsonValue {
    // Setting fields one by one is several times as fast as `Object.fromEntries`.
    const copy: Record<string, JsonValue> = {};
    for (const name of Object.keys(value)) {
      const inside = value[name];
      // Outgoing messages may have fields with the value undefined, which are not sent.
      if (inside === undefined || name === '__proto__') continue;
      if (room <= name.length) {
        copy[REST] = markCut();
        break;
      }
      room -= name.length;
      copy[name] = truncateValue(inside, depth + 1);
    }
    return copy;
  }

  const value = truncateValue(input, 0);
  return { value, size: maxCharacters - Math.max(0, room), isCut };
}
