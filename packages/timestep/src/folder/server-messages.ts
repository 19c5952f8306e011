import { isJsonObject } from '../core/index.ts';
import type { LinkMessage } from '../mcp/index.ts';
import type { ServerMessage } from '../port/index.ts';
import { clippedJson } from './clipped-json.ts';
import { growingMask } from './growing-secrets.ts';
import { maskedValue } from './masked-value.ts';

/** The newest messages over the connections of a server, however many there are and however long. */
export interface ServerMessages {
  add(connection: number, heard: LinkMessage): void;
  /** With secrets masked, the oldest first. */
  list(): readonly ServerMessage[];
}

export interface ServerMessagesOptions {
  /** Texts that are masked wherever they occur, as they are now. */
  readonly secrets: () => readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const MOST_MESSAGES = 200;
/** Characters of all that is kept, and of one message. */
const MOST_CHARACTERS = 256_000;
const LONGEST = 32_000;

/** Fields of messages whose value is secret, whatever it is. */
function isSecretField(name: string): boolean {
  return /(?:^|[-_])(?:secret|password|passwd|authorization|cookie)$|api[-_]?key$|(?:access|refresh)[-_]?token$/i.test(
    name,
  );
}

interface Kept {
  readonly message: ServerMessage;
  readonly size: number;
}

/**
 * Adding costs no more than a walk over the part of the message that is kept; secrets are masked when the
 * messages are read, and before a text is cut.
 */
export function serverMessages({ secrets, now }: ServerMessagesOptions): ServerMessages {
  const { mask, longest } = growingMask(secrets);
  const kept: Kept[] = [];
  let total = 0;
  let number = 0;

  /** At a cut, the end may be the beginning of a secret, which no mask knows. */
  function cut(text: string, room: number): string {
    const whole = mask(text.slice(0, room + longest()));
    return whole.slice(0, Math.max(0, Math.min(room, whole.length - longest())));
  }

  return {
    add(connection, { isSent, message }) {
      const { value, size, isCut } = clippedJson(message, LONGEST, cut);
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
        message: maskedValue(message.message, mask, isSecretField),
      })),
  };
}
