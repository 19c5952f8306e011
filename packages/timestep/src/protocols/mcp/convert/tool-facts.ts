import type { Tool } from '@modelcontextprotocol/client';
import { omitUndefined, type JsonObject, type ToolFacts } from '#core';

/** The server of a tool and how it is reached. An approval covers only calls of the tool at this server. */
export type ServerFacts = Required<Pick<ToolFacts, 'server' | 'launch'>>;

/** Collects the parts of a tool's definition that models do not see, such as its title and its server. */
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
