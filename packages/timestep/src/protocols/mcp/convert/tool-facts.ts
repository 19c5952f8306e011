import type { Tool } from '@modelcontextprotocol/client';
import { omitUndefined, type JsonObject, type ToolFacts } from '#core';

/** The server of a tool and how it is reached, as a consent to the tool names them. */
export type ServerFacts = Required<Pick<ToolFacts, 'server' | 'launch'>>;

/** Collects what defines a tool beside what models see of it. */
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
