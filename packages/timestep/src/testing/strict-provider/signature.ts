import { createHash } from 'node:crypto';
import { toText } from './read-json.ts';

/** Providers that sign the reasoning of their models. */
export type SigningProvider = 'anthropic' | 'openai' | 'google' | 'bedrock';

const PREFIX = 'strict:';

/** Creates the signature that a provider gives to a text that its model has thought. */
export function signReasoning(provider: SigningProvider, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return Buffer.from(`${PREFIX}${provider}:${digest}`).toString('base64');
}

/**
 * Returns whether a provider has signed a text. A text that was left out matches every signature of
 * the provider.
 */
export function isSigned(provider: SigningProvider, signature: unknown, text: string): boolean {
  if (typeof signature !== 'string') return false;
  if (text !== '') return signature === signReasoning(provider, text);
  return toText(Buffer.from(signature, 'base64').toString()).startsWith(`${PREFIX}${provider}:`);
}
