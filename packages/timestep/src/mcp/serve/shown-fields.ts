import type { Icon } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../core/index.ts';
import type { ShownFields } from '../../environment/index.ts';

/** The fields as the SDK takes them; `own` of this package come last in `_meta`. */
export function shownFields(
  { title, description, icons, meta }: ShownFields,
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
