import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/** Whose an `encrypted_content` is, and what it is for. */
export interface Seal {
  /** The secret of the runner that all servers of one store share. */
  readonly stateKey: Uint8Array;
  readonly principal: string;
  readonly kind: 'compaction' | 'reasoning';
}

/** What a content begins with, so that those of other servers are recognised. */
const MARK = 'timestep2.';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Bytes of the number that is used for one content alone. */
export const NONCE_BYTES = 12;

const TAG_BYTES = 16;

/**
 * A text as an `encrypted_content`, which its caller keeps and sends back: encrypted, and bound to the principal and
 * to what it is for. `nonce` must never be used again.
 */
export function sealed(text: string, seal: Seal, nonce: Uint8Array): string {
  const cipher = createCipheriv(CIPHER, keyOf(seal), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(seal));
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
}

/** The text of an `encrypted_content`; `undefined` where it is of others, or was changed. */
export function unsealed(content: string, seal: Seal): string | undefined {
  if (!content.startsWith(MARK)) return undefined;
  const bytes = Buffer.from(content.slice(MARK.length), 'base64url');
  const begin = NONCE_BYTES + TAG_BYTES;
  if (bytes.length < begin) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(seal), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(seal));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, begin));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(begin)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

/** The number for a text that is always sealed alike, so that all readers of an item see the same. */
export function nonceOf(text: string, id: string, seal: Seal): Uint8Array {
  const bound = JSON.stringify([seal.kind, seal.principal, id, text]);
  const made = createHmac('sha256', keyOf(seal)).update(bound).digest();
  return made.subarray(0, NONCE_BYTES);
}

function keyOf({ stateKey }: Seal): Buffer {
  return Buffer.from(hkdfSync('sha256', stateKey, '', 'responses/encrypted_content', KEY_BYTES));
}

function boundTo({ principal, kind }: Seal): Buffer {
  return Buffer.from(JSON.stringify([kind, principal]));
}
