import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NamedTool,
  type ToolChoice,
  type ToolChoiceMode,
  type ToolSchema,
} from '../../core/index.ts';
import { getModelToolName } from '../wire/tool-namespace.ts';
import type { FunctionToolEcho, ToolEcho } from '../wire/response-object.ts';
import {
  createInvalidValueError,
  createMissingFieldError,
  createWrongTypeError,
} from '../wire/responses-error.ts';
import { checkIdentifier } from './bounded-fields.ts';
import { readField } from './read-field.ts';

/**
 * Reads the functions that a caller offers, in the form that models receive. Tools of other types
 * are dropped, because clients send every tool type they know to every server.
 */
export function readTools(body: JsonObject): ToolSchema[] {
  const names = new Set<string>();
  return readOfferedTools(body).flatMap(({ functions }) =>
    functions.map(({ path, schema }) => {
      const { name } = schema.function;
      if (names.has(name))
        throw createInvalidValueError(`${path}name`, 'is the name of two functions');
      names.add(name);
      return schema;
    }),
  );
}

/** Reads the functions that a caller offers, in the form that a response repeats. */
export function readToolsEcho(body: JsonObject): ToolEcho[] {
  return readOfferedTools(body).flatMap(({ namespace, functions }): ToolEcho[] => {
    const tools = functions.map(({ name, schema }) => toolToEcho(name, schema));
    const isKnown = namespace && tools.length > 0;
    return isKnown ? [{ type: 'namespace', ...namespace, tools }] : tools;
  });
}

/**
 * An entry of `tools`: one function, or a namespace with several functions. Has no functions if the
 * entry is of another type.
 */
interface OfferedTool {
  readonly namespace?: { readonly name: string; readonly description: string | null };
  readonly functions: readonly OfferedFunction[];
}

interface OfferedFunction {
  readonly path: string;
  /** Name that the caller uses. `schema` has the name that models receive. */
  readonly name: string;
  readonly schema: ToolSchema;
}

function readOfferedTools(body: JsonObject): OfferedTool[] {
  return (readField(body, 'tools', 'list') ?? []).map((tool, index) => {
    const path = `tools[${index}]`;
    if (!isJsonObject(tool)) throw createWrongTypeError(path, 'an object', tool);
    if (tool['type'] !== 'namespace') return { functions: readFunctions([tool], () => `${path}.`) };
    const name = readField(tool, 'name', 'string', `${path}.`);
    if (name === undefined)
      throw createMissingFieldError(`${path}.name`, 'every namespace must have a name');
    const description = readField(tool, 'description', 'string', `${path}.`) ?? null;
    const inside = readField(tool, 'tools', 'list', `${path}.`) ?? [];
    const functions = readFunctions(inside, (number) => `${path}.tools[${number}].`, name);
    return { namespace: { name, description }, functions };
  });
}

function readFunctions(
  tools: readonly JsonValue[],
  getPath: (index: number) => string,
  namespace?: string,
): OfferedFunction[] {
  return tools.flatMap((tool, index) => {
    const path = getPath(index);
    if (!isJsonObject(tool)) throw createWrongTypeError(path.slice(0, -1), 'an object', tool);
    const kind = readField(tool, 'type', 'string', path);
    if (kind === undefined)
      throw createMissingFieldError(`${path}type`, 'every tool must have a type');
    if (kind !== 'function') return [];
    const { type, function: read } = readFunction(tool, path);
    const named = { name: read.name, ...(namespace !== undefined && { namespace }) };
    const name = checkIdentifier(getModelToolName(named), `${path}name`, LONGEST_NAME);
    return [{ path, name: read.name, schema: { type, function: { ...read, name } } }];
  });
}

function toolToEcho(name: string, { function: offered }: ToolSchema): FunctionToolEcho {
  const { description = null, parameters, strict = null } = offered;
  return { type: 'function', name, description, parameters, strict };
}

const LONGEST_NAME = 128;

function readFunction(tool: JsonObject, path: string): ToolSchema {
  const name = readField(tool, 'name', 'string', path);
  if (name === undefined || name === '')
    throw createMissingFieldError(`${path}name`, 'every function must have a name');
  const description = readField(tool, 'description', 'string', path);
  const parameters = readField(tool, 'parameters', 'object', path);
  const strict = readField(tool, 'strict', 'boolean', path);
  return {
    type: 'function',
    function: {
      name,
      ...(description !== undefined && { description }),
      parameters: parameters ?? { type: 'object', properties: {} },
      ...(strict !== undefined && { strict }),
    },
  };
}

const MODES: readonly ToolChoiceMode[] = ['none', 'auto', 'required'];

/** Reads `tool_choice`. Choices about other tools than functions count as `auto`. */
export function readToolChoice(body: JsonObject): ToolChoice {
  const choice = body['tool_choice'] ?? 'auto';
  if (typeof choice === 'string') {
    return readChoiceMode(choice, 'tool_choice');
  }
  if (!isJsonObject(choice))
    throw createWrongTypeError('tool_choice', 'a string or an object', choice);
  switch (choice['type']) {
    case 'function':
      return { type: 'function', name: readFunctionName(choice, 'tool_choice.') };
    case 'allowed_tools': {
      const mode = readChoiceMode(choice['mode'] ?? 'auto', 'tool_choice.mode');
      return { type: 'allowed_tools', mode, tools: readAllowedTools(choice) };
    }
    default:
      return 'auto';
  }
}

function readChoiceMode(given: JsonValue, path: string): ToolChoiceMode {
  const mode = MODES.find((known) => known === given);
  if (mode === undefined) throw createInvalidValueError(path, `must be one of ${MODES.join(', ')}`);
  return mode;
}

function readAllowedTools(choice: JsonObject): NamedTool[] {
  return (readField(choice, 'tools', 'list', 'tool_choice.') ?? []).flatMap((tool, index) => {
    if (!isJsonObject(tool) || tool['type'] !== 'function') return [];
    return [
      { type: 'function' as const, name: readFunctionName(tool, `tool_choice.tools[${index}].`) },
    ];
  });
}

function readFunctionName(object: JsonObject, path: string): string {
  const name = readField(object, 'name', 'string', path);
  if (name === undefined)
    throw createMissingFieldError(`${path}name`, 'set the name of the function');
  return name;
}
