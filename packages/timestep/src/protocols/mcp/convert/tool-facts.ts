import type { Tool } from '@modelcontextprotocol/client';
import { omitUndefined, type JsonObject, type ToolFacts } from '#core';

/** The server of a tool and how it is reached, as in the definition to which consents are bound. */
export type ServerFacts = Required<Pick<ToolFacts, 'server' | 'launch'>>;

/** Collects facts of a tool's definition that models do not see. */
export function createToolFacts(
  { title, outputSchema, annotations }: Pick<Tool, 'title' | 'outputSchema' | 'annotations'>,
  server: ServerFacts,
): ToolFacts {
  return omitUndefined({
    ...server,
    title,
    output: outputSchema as JsonObject | undefined,
    hints: annotations as JsonObject | undefined,
  });
}
