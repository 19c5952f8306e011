import { isJsonObject, parseJson, type ToolSchema } from '#core';
import type { ToPortableSchema } from './portable-schema.ts';

/** Restores a tool's argument names that were renamed in requests because providers refuse them. */
export interface ArgumentNames {
  /** Whether arguments of the tool have other names in requests to model providers. */
  readonly hasRenamed: (toolName: string) => boolean;
  /** Returns the JSON arguments of a model's tool call with the tool's own argument names. */
  readonly restore: (toolName: string, argumentsText: string) => string;
}

export function createArgumentNames(
  tools: readonly ToolSchema[],
  toPortableSchema: ToPortableSchema,
): ArgumentNames {
  const listRenamed = ({ function: { parameters } }: ToolSchema): ReadonlyMap<string, string> =>
    toPortableSchema(parameters).renamed;
  const renaming = tools.filter((tool) => listRenamed(tool).size > 0);
  if (renaming.length === 0) return SAME_NAMES;
  const byTool = new Map(renaming.map((tool) => [tool.function.name, listRenamed(tool)]));
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

const SAME_NAMES: ArgumentNames = {
  hasRenamed: () => false,
  restore: (_toolName, argumentsText) => argumentsText,
};
