import { isJsonObject, parseJson, type ToolSchema } from '#core';
import type { ToPortableSchema } from './portable-schema.ts';

/** Turns the names of arguments that were sent to a provider back into those of the tool. */
export interface ArgumentNames {
  /** Whether a tool has arguments that are sent under other names. */
  readonly hasRenamed: (toolName: string) => boolean;
  /** Returns the JSON text of a call's arguments under the tool's own names. */
  readonly restore: (toolName: string, argumentsText: string) => string;
}

export function createArgumentNames(
  tools: readonly ToolSchema[],
  toPortableSchema: ToPortableSchema,
): ArgumentNames {
  const byTool = new Map<string, ReadonlyMap<string, string>>();
  for (const { function: called } of tools) {
    const { renamed } = toPortableSchema(called.parameters);
    if (renamed.size > 0) byTool.set(called.name, renamed);
  }
  return {
    hasRenamed: (toolName) => byTool.has(toolName),
    restore(toolName, argumentsText) {
      const renamed = byTool.get(toolName);
      const sent = renamed && parseJson(argumentsText);
      if (!renamed || !isJsonObject(sent)) return argumentsText;
      const entries = Object.entries(sent).map(([name, value]) => [
        renamed.get(name) ?? name,
        value,
      ]);
      return JSON.stringify(Object.fromEntries(entries));
    },
  };
}
