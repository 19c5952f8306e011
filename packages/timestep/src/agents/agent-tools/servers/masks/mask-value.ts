import { type Mask, createMask, TimestepError } from '#core';
import type { ToolResult } from '#engine/port';
import type { ToolServer } from '#agents/folder';

export const SECRET = '[secret]';

/**
 * Masks secrets in all texts of a value. Fields for which `isSecret` returns true are masked
 * completely.
 */
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

export async function callWithMaskedResult(
  { secrets }: Pick<ToolServer, 'secrets'>,
  tokens: () => readonly string[],
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  // The list of secrets is read after the call, because the call may obtain a token.
  const listSecrets = (): readonly string[] => [...secrets, ...tokens()];
  try {
    const result = await call();
    return listSecrets().length === 0 ? result : maskValue(result, createMask(listSecrets()));
  } catch (thrown) {
    throw maskError(thrown, createMask(listSecrets()), 'tool-failed');
  }
}

export function maskError(thrown: unknown, mask: Mask, otherCode: string): TimestepError {
  const code = TimestepError.isInstance(thrown) ? thrown.code : otherCode;
  return new TimestepError(code, mask(thrown instanceof Error ? thrown.message : String(thrown)));
}
