import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** A tool that calls an agent: the arguments of a call fill in a prompt, which the agent answers. */
export interface AgentTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments, an object. */
  readonly parameters: JsonObject;
  /**
   * Template of the prompt for the agent. `{name}` is the name of the tool; other names in braces
   * are arguments.
   */
  readonly prompt: string;
}

/** The tools that call an agent. They can change while the agent is served. */
export interface AgentTools {
  list(): readonly AgentTool[];
  watch(onChange: () => void): () => void;
}

/** Placeholder in a prompt that stands for the name of the tool. */
export const TOOL_NAME = 'name';

/** Matches a name in braces. Braces around anything else, as in JSON, are plain text. */
const IN_BRACES = /\{([\p{L}_$][\p{L}\p{N}_.$-]{0,127})\}/gu;

/** Lists the names in braces in a prompt, without duplicates. */
export function listNamesInPrompt(prompt: string): readonly string[] {
  return [...new Set([...prompt.matchAll(IN_BRACES)].map(([, name = '']) => name))];
}

/** Returns the JSON Schemas of a tool's arguments by argument name. */
export function getArgumentSchemas({ parameters }: Pick<AgentTool, 'parameters'>): JsonObject {
  const { properties } = parameters;
  return isJsonObject(properties) ? properties : {};
}

/** Fills in the prompt of a tool. A missing argument becomes its default; values other than strings become JSON. */
export function fillPrompt(tool: AgentTool, args: JsonObject): string {
  const schemas = getArgumentSchemas(tool);
  return tool.prompt.replaceAll(IN_BRACES, (_, name: string) =>
    name === TOOL_NAME ? tool.name : formatValue(getArgumentOrDefault(name, args, schemas)),
  );
}

function getArgumentOrDefault(
  name: string,
  args: JsonObject,
  schemas: JsonObject,
): JsonValue | undefined {
  if (Object.hasOwn(args, name)) return args[name];
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  return isJsonObject(schema) ? schema['default'] : undefined;
}

function formatValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
