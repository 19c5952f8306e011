import { maskOf, TimestepError, type Mask } from '../core/index.ts';
import type { ToolResult } from '../port/index.ts';
import type { ToolServer } from './tool-server.ts';

/** The result or the failure of a call, without the secrets that the folder gave the server. */
export async function discreet(
  { secrets }: Pick<ToolServer, 'secrets'>,
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const mask = maskOf(secrets);
  try {
    const result = await call();
    return secrets.length === 0 ? result : (masked(result, mask) as ToolResult);
  } catch (thrown) {
    const message = mask(thrown instanceof Error ? thrown.message : String(thrown));
    throw new TimestepError(codeOf(thrown), message);
  }
}

function codeOf(thrown: unknown): string {
  return TimestepError.isInstance(thrown) ? thrown.code : 'tool-failed';
}

/** Every text of a value: what the model reads, what is asked of the user, what is given. */
function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, masked(inside, mask)]),
  );
}
