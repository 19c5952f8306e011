import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/** The owner and the purpose to which an `encrypted_content` is bound. */
export interface ContentBinding {
  /** Key from which encryption keys are derived. Servers that use the same database share it. */
  readonly stateKey: Uint8Array;
  readonly principal: string;
  readonly kind: 'compaction' | 'reasoning';
}

/** Prefix that distinguishes contents encrypted here from contents of other servers. */
const CONTENT_PREFIX = 'timestep2.';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Length of a nonce in bytes. Each nonce is used for one content only. */
export const NONCE_BYTES = 12;

const TAG_BYTES = 16;

/** Encrypts a text. `nonce` must never be reused. */
export function encryptContent(text: string, seal: ContentBinding, nonce: Uint8Array): string {
  const cipher = createCipheriv(CIPHER, deriveKey(seal), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(encodePrincipalAndKind(seal));
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return CONTENT_PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
}

/** Decrypts a content. Undefined if it belongs to others or was changed. */
export function decryptContent(content: string, seal: ContentBinding): string | undefined {
  if (!content.startsWith(CONTENT_PREFIX)) return undefined;
  const bytes = Buffer.from(content.slice(CONTENT_PREFIX.length), 'base64url');
  const begin = NONCE_BYTES + TAG_BYTES;
  if (bytes.length < begin) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, deriveKey(seal), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(encodePrincipalAndKind(seal));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, begin));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(begin)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

/** Derives a nonce. The same text of an item always gives the same nonce. */
export function deriveNonce(text: string, id: string, seal: ContentBinding): Uint8Array {
  const bound = JSON.stringify([seal.kind, seal.principal, id, text]);
  const made = createHmac('sha256', deriveKey(seal)).update(bound).digest();
  return made.subarray(0, NONCE_BYTES);
}

function deriveKey({ stateKey }: ContentBinding): Buffer {
  return Buffer.from(hkdfSync('sha256', stateKey, '', 'responses/encrypted_content', KEY_BYTES));
}

function encodePrincipalAndKind({ principal, kind }: ContentBinding): Buffer {
  return Buffer.from(JSON.stringify([kind, principal]));
}
