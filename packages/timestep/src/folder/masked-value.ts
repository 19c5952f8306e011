import type { Mask } from '../core/index.ts';

const SECRET = '[secret]';

/** A copy of data with every text masked, and with none of those in fields that `isSecret` names. */
export function maskedValue<T>(value: T, mask: Mask, isSecret?: (name: string) => boolean): T;
export function maskedValue(
  value: unknown,
  mask: Mask,
  isSecret: (name: string) => boolean = () => false,
): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item: unknown) => maskedValue(item, mask, isSecret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]: [string, unknown]) => [
      mask(name),
      typeof inside === 'string' && inside !== '' && isSecret(name)
        ? SECRET
        : maskedValue(inside, mask, isSecret),
    ]),
  );
}
