import { isJsonObject } from '#core';
import type { ServerMessage } from '#engine/port';
import type { LinkMessage } from '#protocols/mcp';
import { createLiveMask } from './masks/live-mask.ts';
import { maskValue } from './masks/mask-value.ts';
import type { ServerLogOptions } from './server-log.ts';
import { truncateJson } from './truncate-json.ts';

export interface ServerMessages {
  add(connection: number, heard: LinkMessage): void;
  /** Lists the stored messages, oldest first, with secrets masked. */
  list(): readonly ServerMessage[];
}

const MOST_MESSAGES = 200;
const MOST_CHARACTERS = 256_000;
const LONGEST = 32_000;

const SECRET_FIELD =
  /(?:^|[-_])(?:secret|password|passwd|authorization|cookie)$|api[-_]?key$|(?:access|refresh)[-_]?token$/i;

/** Stores messages of MCP servers. Secrets are masked before a message is truncated. */
export function createServerMessageStore({
  secrets,
  now,
}: Pick<ServerLogOptions, 'secrets' | 'now'>): ServerMessages {
  const { mask, getLongestLength: longest } = createLiveMask(secrets);
  const kept: { readonly message: ServerMessage; readonly size: number }[] = [];
  let total = 0;
  let number = 0;

  /** Masks and truncates a text. Drops its cut end, which may be the beginning of a secret. */
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
