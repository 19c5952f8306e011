import { createMask, TimestepError } from '../../../core/index.ts';
import type { ToolResult } from '../../../engine/port/index.ts';
import { maskValue } from './mask-value.ts';
import type { ToolServer } from '../../folder/index.ts';

export async function callWithMaskedResult(
  { secrets }: Pick<ToolServer, 'secrets'>,
  tokens: () => readonly string[],
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  // The list is read after the call, because the call may obtain a token.
  const listSecrets = (): readonly string[] => [...secrets, ...tokens()];
  try {
    const result = await call();
    return listSecrets().length === 0 ? result : maskValue(result, createMask(listSecrets()));
  } catch (thrown) {
    const message = createMask(listSecrets())(
      thrown instanceof Error ? thrown.message : String(thrown),
    );
    throw new TimestepError(getErrorCode(thrown), message);
  }
}

function getErrorCode(thrown: unknown): string {
  return TimestepError.isInstance(thrown) ? thrown.code : 'tool-failed';
}
