import type { Mask } from '../../../core/index.ts';

const SECRET = '[secret]';

/** Masks every text. Texts in fields for which `isSecret` returns true are replaced completely. */
export function maskValue<T>(value: T, mask: Mask, isSecret?: (name: string) => boolean): T;
export function maskValue(
  value: unknown,
  mask: Mask,
  isSecret: (name: string) => boolean = () => false,
): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item: unknown) => maskValue(item, mask, isSecret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]: [string, unknown]) => [
      mask(name),
      typeof inside === 'string' && inside !== '' && isSecret(name)
        ? SECRET
        : maskValue(inside, mask, isSecret),
    ]),
  );
}
