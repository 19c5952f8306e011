import { createMask, type Mask } from '#core';
import type { Attributes, AttributeValue, Span } from './span.ts';

const SECRET_PATTERNS: readonly RegExp[] = [
  /\b[sp]k-[\w-]{16,}/g,
  /\b[sr]k_(?:live|test)_\w{16,}/g,
  /\bgh[opsu]_\w{30,}|\bgithub_pat_\w{30,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bA[KS]IA[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /\b(?:Bearer|Basic) +[\w.~+/=-]{12,}/gi,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*-----END [A-Z ]{0,30}PRIVATE KEY-----/g,
];

const REMOVED = '[secret]';

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Creates a mask for texts that look like secrets, and for variables whose names suggest a secret. */
export function createSecretsMask(
  env: Readonly<Record<string, string | undefined>>,
  extraMask: Mask = (text) => text,
): Mask {
  const named = Object.entries(env).filter(([name]) => SECRET_NAME.test(name));
  const known = createMask(named.flatMap(([, value]) => value ?? []));
  return (text) =>
    SECRET_PATTERNS.reduce(
      (rest, pattern) => rest.replace(pattern, REMOVED),
      extraMask(known(text)),
    );
}

export function maskSpan(span: Span, mask: Mask): Span {
  const { error } = span;
  return {
    ...span,
    name: mask(span.name),
    attributes: maskAttributes(span.attributes, mask),
    events: span.events.map((event) => ({
      ...event,
      attributes: maskAttributes(event.attributes, mask),
    })),
    ...(error?.message !== undefined && { error: { ...error, message: mask(error.message) } }),
  };
}

function maskAttributes(attributes: Attributes, mask: Mask): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, maskValue(value, mask)]),
  );
}

function maskValue(value: AttributeValue, mask: Mask): AttributeValue {
  if (typeof value === 'string') return mask(value);
  return typeof value === 'object' ? value.map(mask) : value;
}
