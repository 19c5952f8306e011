import { isJsonObject, parseJson, type JsonObject, type ToolSchema } from '#core';
import { toObject } from './schema-parts.ts';
import { removeNullsOfOptionalProperties } from './strict-schema.ts';
import type { PortableSchema, ToPortableSchema } from './portable-schema.ts';

/** Converts the arguments of tool calls between the tool's form and the form that a provider receives. */
export interface ArgumentNames {
  /** Whether the arguments of a tool have another form in requests to the provider. */
  readonly hasRenamed: (toolName: string) => boolean;
  /** Converts the arguments of an earlier call to the names that the provider knows. */
  readonly toSent: (toolName: string, given: JsonObject) => JsonObject;
  /** Converts the JSON arguments of a model's tool call to the form that the tool expects. */
  readonly restore: (toolName: string, argumentsText: string) => string;
}

export function createArgumentNameMap(
  tools: readonly ToolSchema[],
  toPortableSchema: ToPortableSchema,
): ArgumentNames {
  let byTool: Map<string, PortableSchema> | undefined;
  for (const { function: tool } of tools) {
    const portable = toPortableSchema(tool.parameters, tool.strict);
    if (portable.renamed.size > 0 || portable.original)
      (byTool ??= new Map()).set(tool.name, portable);
  }
  return byTool ? createNameMapFromSchemas(byTool) : SAME_NAMES;
}

function createNameMapFromSchemas(byTool: ReadonlyMap<string, PortableSchema>): ArgumentNames {
  return {
    hasRenamed: (toolName) => byTool.has(toolName),
    toSent(toolName, given) {
      const renamed = byTool.get(toolName)?.renamed;
      if (!renamed) return given;
      const sentNames = new Map([...renamed].map(([sent, name]) => [name, sent]));
      return renameFields(given, sentNames);
    },
    restore(toolName, argumentsText) {
      const portable = byTool.get(toolName);
      const sent = portable && parseJson(argumentsText);
      if (!portable || !isJsonObject(sent)) return argumentsText;
      const { renamed, original } = portable;
      const plain = original
        ? toObject(removeNullsOfOptionalProperties(sent, original, original))
        : sent;
      return JSON.stringify(renameFields(plain, renamed));
    },
  };
}

function renameFields(given: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const entries = Object.entries(given).map(([name, value]) => [names.get(name) ?? name, value]);
  return Object.fromEntries(entries) as JsonObject;
}

export const SAME_NAMES: ArgumentNames = {
  hasRenamed: () => false,
  toSent: (_toolName, given) => given,
  restore: (_toolName, argumentsText) => argumentsText,
};
