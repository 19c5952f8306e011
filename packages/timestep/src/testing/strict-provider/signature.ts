import { createHash } from 'node:crypto';
import { toTextOrEmpty } from './read-json.ts';

/** Providers that sign the reasoning of their models. */
export type SigningProvider = 'anthropic' | 'openai' | 'google' | 'bedrock';

const PREFIX = 'strict:';

/** Creates the signature of a provider for the text of its model's reasoning. */
export function signReasoning(provider: SigningProvider, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return Buffer.from(`${PREFIX}${provider}:${digest}`).toString('base64');
}

/**
 * Whether the fake provider created a signature for a reasoning text. For an empty text, whose content was
 * omitted, any signature of the provider is accepted.
 */
export function isSigned(provider: SigningProvider, signature: unknown, text: string): boolean {
  if (typeof signature !== 'string') return false;
  if (text !== '') return signature === signReasoning(provider, text);
  return toTextOrEmpty(Buffer.from(signature, 'base64').toString()).startsWith(
    `${PREFIX}${provider}:`,
  );
}
