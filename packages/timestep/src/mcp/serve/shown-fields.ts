import type { Icon } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../core/index.ts';

/** What tools, prompts and resources say of themselves to the front ends of clients. */
export interface ShownFields {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Passed on to clients as it is, such as `ui` of MCP Apps (MCP, `_meta`). */
  readonly meta?: JsonObject;
}

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
