import { maskOf, type Mask } from '../core/index.ts';
import type { Attributes, AttributeValue, Span } from './span.ts';

/** Forms of secrets that texts hold by mistake. */
const SECRETS: readonly RegExp[] = [
  // Keys of model providers, Langfuse and Stripe.
  /\b[sp]k-[\w-]{16,}/g,
  /\b[sr]k_(?:live|test)_\w{16,}/g,
  /\bgh[opsu]_\w{30,}|\bgithub_pat_\w{30,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bA[KS]IA[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  // JSON web tokens.
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /\b(?:Bearer|Basic) +[\w.~+/=-]{12,}/gi,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*-----END [A-Z ]{0,30}PRIVATE KEY-----/g,
];

const REMOVED = '[secret]';

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/**
 * Takes what looks like a secret out of texts, and the values of variables whose names say secret; `more` is
 * what a program takes out beside.
 */
export function secretsMask(
  env: Readonly<Record<string, string | undefined>>,
  more: Mask = (text) => text,
): Mask {
  const named = Object.entries(env).filter(([name]) => SECRET_NAME.test(name));
  const known = maskOf(named.flatMap(([, value]) => value ?? []));
  return (text) =>
    SECRETS.reduce((rest, pattern) => rest.replace(pattern, REMOVED), more(known(text)));
}

/** A span whose texts were masked; its ids and times stay. */
export function maskedSpan(span: Span, mask: Mask): Span {
  const { error } = span;
  return {
    ...span,
    name: mask(span.name),
    attributes: maskedAttributes(span.attributes, mask),
    events: span.events.map((event) => ({
      ...event,
      attributes: maskedAttributes(event.attributes, mask),
    })),
    ...(error?.message !== undefined && { error: { ...error, message: mask(error.message) } }),
  };
}

function maskedAttributes(attributes: Attributes, mask: Mask): Attributes {
  const masked: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(attributes)) masked[name] = maskedValue(value, mask);
  return masked;
}

function maskedValue(value: AttributeValue, mask: Mask): AttributeValue {
  if (typeof value === 'string') return mask(value);
  return typeof value === 'object' ? value.map(mask) : value;
}
