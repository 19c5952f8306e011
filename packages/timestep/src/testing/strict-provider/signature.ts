import { createHash } from 'node:crypto';
import { toText } from './read-json.ts';

/** Providers that sign the reasoning of their models. */
export type SigningProvider = 'anthropic' | 'openai' | 'google' | 'bedrock';

const PREFIX = 'strict:';

/** Creates the signature of a provider for the text of its model's reasoning. */
export function signReasoning(provider: SigningProvider, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return Buffer.from(`${PREFIX}${provider}:${digest}`).toString('base64');
}

/**
 * Whether a signature is the provider's for a text. An empty text, which was omitted, matches every
 * signature of the provider.
 */
export function isSigned(provider: SigningProvider, signature: unknown, text: string): boolean {
  if (typeof signature !== 'string') return false;
  if (text !== '') return signature === signReasoning(provider, text);
  return toText(Buffer.from(signature, 'base64').toString()).startsWith(`${PREFIX}${provider}:`);
}
