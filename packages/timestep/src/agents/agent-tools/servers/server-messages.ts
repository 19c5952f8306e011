import { isJsonObject } from '../../../core/index.ts';
import type { LinkMessage } from '../../../protocols/mcp/index.ts';
import type { ServerMessage } from '../../../engine/port/index.ts';
import { truncateJson } from './truncate-json.ts';
import { createLiveMask } from './secret-list.ts';
import { maskValue } from './mask-value.ts';

/** The newest messages on a server's connections, limited in number and size. */
export interface ServerMessages {
  add(connection: number, heard: LinkMessage): void;
  /** Lists the messages with secrets masked, oldest first. */
  list(): readonly ServerMessage[];
}

export interface ServerMessagesOptions {
  /** Returns the current secrets, which are masked wherever they occur. */
  readonly secrets: () => readonly string[];
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
}

const MOST_MESSAGES = 200;
/** Maximum number of characters of all stored messages together. */
const MOST_CHARACTERS = 256_000;
const LONGEST = 32_000;

/** Checks whether a field with this name has a secret value. */
function isSecretField(name: string): boolean {
  return /(?:^|[-_])(?:secret|password|passwd|authorization|cookie)$|api[-_]?key$|(?:access|refresh)[-_]?token$/i.test(
    name,
  );
}

interface StoredMessage {
  readonly message: ServerMessage;
  readonly size: number;
}

/**
 * Creates a bounded store of messages. Adding a message only walks its stored part. Secrets are
 * masked when messages are read, and before a text is cut.
 */
export function createServerMessages({ secrets, now }: ServerMessagesOptions): ServerMessages {
  const { mask, getLongestLength: longest } = createLiveMask(secrets);
  const kept: StoredMessage[] = [];
  let total = 0;
  let number = 0;

  /**
   * Cuts a text. Its end is dropped, because it may be the beginning of a secret that the mask
   * cannot recognize.
   */
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
        message: maskValue(message.message, mask, isSecretField),
      })),
  };
}
