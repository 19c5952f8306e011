import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import {
  createInvalidValueError,
  createMissingFieldError,
  createUnsupportedError,
  createWrongTypeError,
} from '../wire/responses-error.ts';
import { readField } from './read-field.ts';

/** The agent prompt that a request refers to, with values for its variables. */
export interface PromptRequest {
  readonly id: string;
  readonly version?: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Reads the field `prompt`. Undefined if the request has none. */
export function readPrompt(body: JsonObject): PromptRequest | undefined {
  const prompt = readField(body, 'prompt', 'object');
  if (!prompt) return undefined;
  const id = readField(prompt, 'id', 'string', 'prompt.');
  if (id === undefined)
    throw createMissingFieldError('prompt.id', 'set the id of a prompt of the agent');
  const version = readField(prompt, 'version', 'string', 'prompt.');
  const given = readField(prompt, 'variables', 'object', 'prompt.') ?? {};
  const variables = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      readVariableText(value, `prompt.variables.${name}`),
    ]),
  );
  return { id, ...(version !== undefined && { version }), variables };
}

/** Reads the text of a variable: a string, or an `input_text` part. */
function readVariableText(value: JsonValue | undefined, param: string): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) throw createWrongTypeError(param, 'a string', value ?? null);
  if (value['type'] !== 'input_text') {
    throw createUnsupportedError(
      param,
      'prompt variables must be strings; send images and files in the input',
    );
  }
  const text = readField(value, 'text', 'string', `${param}.`);
  if (text === undefined)
    throw createMissingFieldError(`${param}.text`, 'set the value of the variable');
  return text;
}

/** A prompt template of an agent. */
export interface ResponsesPrompt {
  /** JSON Schema of the variables; an object schema. */
  readonly parameters: JsonObject;
  /** Returns the prompt text with all variables substituted. */
  fill(variables: JsonObject): string;
}

/** Throws `ResponsesError` if the variables of a request do not match those of its prompt. */
export function checkPromptVariables(
  { id, variables }: PromptRequest,
  { parameters }: ResponsesPrompt,
): void {
  const { properties, required } = parameters;
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  for (const name of Object.keys(variables)) {
    if (known.includes(name)) continue;
    const some = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
    throw createInvalidValueError(
      `prompt.variables.${name}`,
      `is not a variable of the prompt ${id}: ${some}`,
    );
  }
  for (const name of Array.isArray(required) ? (required as readonly JsonValue[]) : []) {
    if (typeof name !== 'string' || Object.hasOwn(variables, name)) continue;
    throw createMissingFieldError(`prompt.variables.${name}`, `the prompt ${id} requires it`);
  }
}
