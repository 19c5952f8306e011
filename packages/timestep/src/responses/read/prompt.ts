import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { invalidValue, missing, unsupported, wrongType } from '../wire/responses-error.ts';
import { field } from './field.ts';

/** A prompt of an agent that a request names, with what is to stand in it. */
export interface PromptRequest {
  readonly id: string;
  readonly version?: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Reads `prompt`; absent where the request names none. */
export function readPrompt(body: JsonObject): PromptRequest | undefined {
  const prompt = field(body, 'prompt', 'object');
  if (!prompt) return undefined;
  const id = field(prompt, 'id', 'string', 'prompt.');
  if (id === undefined) throw missing('prompt.id', 'name a prompt of the agent');
  const version = field(prompt, 'version', 'string', 'prompt.');
  const given = field(prompt, 'variables', 'object', 'prompt.') ?? {};
  const variables = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, textOf(value, `prompt.variables.${name}`)]),
  );
  return { id, ...(version !== undefined && { version }), variables };
}

/** A variable is a text, alone or as a part of a message. */
function textOf(value: JsonValue | undefined, param: string): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) throw wrongType(param, 'a string', value ?? null);
  if (value['type'] !== 'input_text') {
    throw unsupported(param, 'only texts stand in prompts; send images and files in the input');
  }
  const text = field(value, 'text', 'string', `${param}.`);
  if (text === undefined) throw missing(`${param}.text`, 'say what is to stand in the prompt');
  return text;
}

/** A prompt of an agent, with places for variables. */
export interface ResponsesPrompt {
  /** JSON Schema of the variables, an object. */
  readonly parameters: JsonObject;
  /** The prompt with its variables, each place filled once. */
  fill(variables: JsonObject): string;
}

/** Throws `ResponsesError` where the variables of a request are not those of its prompt. */
export function checkVariables(
  { id, variables }: PromptRequest,
  { parameters }: ResponsesPrompt,
): void {
  const { properties, required } = parameters;
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  for (const name of Object.keys(variables)) {
    if (known.includes(name)) continue;
    const some = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
    throw invalidValue(
      `prompt.variables.${name}`,
      `is not a variable of the prompt ${id}: ${some}`,
    );
  }
  for (const name of Array.isArray(required) ? (required as readonly JsonValue[]) : []) {
    if (typeof name !== 'string' || Object.hasOwn(variables, name)) continue;
    throw missing(`prompt.variables.${name}`, `the prompt ${id} needs it`);
  }
}
