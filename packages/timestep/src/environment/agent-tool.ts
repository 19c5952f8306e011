import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';

/**
 * A tool that an agent is for others: a call fills the prompt, the agent answers it, and the answer is the
 * result.
 */
export interface AgentTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments, an object. */
  readonly parameters: JsonObject;
  /**
   * What the agent is asked. `{name}` stands for the name of the tool, and any other name in braces for the
   * argument of that name.
   */
  readonly prompt: string;
}

/** The tools that an agent is for others, which may change while it is served. */
export interface AgentTools {
  now(): readonly AgentTool[];
  /** Calls a function after each change; what it returns ends that. */
  watch(onChange: () => void): () => void;
}

/** The name in a prompt that stands for the tool itself. */
export const TOOL_NAME = 'name';

/** A name in braces. Braces around anything else, as in JSON, are text. */
const IN_BRACES = /\{([\p{L}_$][\p{L}\p{N}_.$-]{0,127})\}/gu;

/** The names in braces in a prompt, each once. */
export function namesInPrompt(prompt: string): readonly string[] {
  return [...new Set([...prompt.matchAll(IN_BRACES)].map(([, name = '']) => name))];
}

/** The schemas of the arguments of a tool by their names. */
export function schemasOfArguments({ parameters }: Pick<AgentTool, 'parameters'>): JsonObject {
  const { properties } = parameters;
  return isJsonObject(properties) ? properties : {};
}

/**
 * The prompt of a call. Each name in braces is replaced once: braces within arguments stay as they are. A text
 * stands for itself, any other value is written as JSON, and an argument that is missing is empty, unless its
 * schema has a default.
 */
export function promptOfCall(tool: AgentTool, args: JsonObject): string {
  const schemas = schemasOfArguments(tool);
  return tool.prompt.replaceAll(IN_BRACES, (_, name: string) =>
    name === TOOL_NAME ? tool.name : inWords(valueOf(name, args, schemas)),
  );
}

function valueOf(name: string, args: JsonObject, schemas: JsonObject): JsonValue | undefined {
  if (Object.hasOwn(args, name)) return args[name];
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  return isJsonObject(schema) ? schema['default'] : undefined;
}

function inWords(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
