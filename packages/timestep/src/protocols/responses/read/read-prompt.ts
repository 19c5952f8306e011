import {
  isJsonObject,
  omitUndefined,
  readObject,
  readText,
  reportFieldType,
  requireObject,
  requireText,
  type Fields,
  type JsonObject,
  type JsonValue,
} from '#core';
import {
  createInvalidValueError,
  createMissingFieldError,
  createUnsupportedError,
} from '../wire/responses-error.ts';

export interface PromptRequest {
  readonly id: string;
  readonly version?: string;
  readonly variables: Readonly<Record<string, string>>;
}

export function readPrompt(body: Fields): PromptRequest | undefined {
  const prompt = readObject(body, 'prompt');
  if (!prompt) return undefined;
  const id = requireText(prompt, 'id', 'set the id of a prompt of the agent');
  const version = readText(prompt, 'version');
  const given = readObject(prompt, 'variables');
  const names = Object.keys(given?.object ?? {});
  const variables = given ? names.map((name) => [name, readVariableText(given, name)]) : [];
  return { id, ...omitUndefined({ version }), variables: Object.fromEntries(variables) };
}

/** Reads a variable: a string, or an `input_text` part. */
function readVariableText(variables: Fields, name: string): string {
  const value = variables.object[name];
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return reportFieldType(variables, name, 'a string') ?? '';
  const variable = requireObject(variables, name);
  if (value['type'] !== 'input_text') {
    const advice = 'prompt variables must be strings; send images and files in the input';
    throw createUnsupportedError(variable.path, advice);
  }
  return requireText(variable, 'text', 'set the value of the variable');
}

/** A prompt template of an agent. */
export interface ResponsesPrompt {
  /** JSON Schema of the variables, an object. */
  readonly parameters: JsonObject;
  fill(variables: JsonObject): string;
}

/** Throws `ResponsesError` if the variables do not match those of the prompt template. */
export function assertPromptVariables(
  { id, variables }: PromptRequest,
  { parameters }: ResponsesPrompt,
): void {
  const { properties, required } = parameters;
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  for (const name of Object.keys(variables)) {
    if (known.includes(name)) continue;
    const some = known.length === 0 ? 'none' : known.join(', ');
    const problem = `is not a variable of the prompt ${id}: it has ${some}`;
    throw createInvalidValueError(`prompt.variables.${name}`, problem);
  }
  for (const name of Array.isArray(required) ? (required as readonly JsonValue[]) : []) {
    if (typeof name !== 'string' || Object.hasOwn(variables, name)) continue;
    throw createMissingFieldError(`prompt.variables.${name}`, `the prompt ${id} requires it`);
  }
}
