import type { Icon } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../core/index.ts';
import type { DisplayFields } from '../../../engine/tools/index.ts';

/** The entries of `own` override entries of `meta`. */
export function shownFieldsToMcp(
  { title, description, icons, meta }: DisplayFields,
  own?: JsonObject,
): {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: Icon[];
  readonly _meta?: Record<string, unknown>;
} {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(icons && { icons: [...icons] }),
    ...((meta ?? own) && { _meta: { ...meta, ...own } }),
  };
}
