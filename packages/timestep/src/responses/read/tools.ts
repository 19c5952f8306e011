import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NamedTool,
  type ToolChoice,
  type ToolChoiceMode,
  type ToolSchema,
} from '../../core/index.ts';
import { nameForModel } from '../wire/namespace.ts';
import type { FunctionToolEcho, ToolEcho } from '../wire/response-object.ts';
import { invalidValue, missing, wrongType } from '../wire/responses-error.ts';
import { nameWithin } from './bounds.ts';
import { field } from './field.ts';

/**
 * The functions a caller offers, in the form that models see. Tools of other types are left out,
 * because callers list every type they know to every server.
 */
export function readTools(body: JsonObject): ToolSchema[] {
  const names = new Set<string>();
  return offeredIn(body).flatMap(({ functions }) =>
    functions.map(({ path, schema }) => {
      const { name } = schema.function;
      if (names.has(name)) throw invalidValue(`${path}name`, 'names two functions');
      names.add(name);
      return schema;
    }),
  );
}

/** The same functions as a response repeats them. */
export function readToolsEcho(body: JsonObject): ToolEcho[] {
  return offeredIn(body).flatMap(({ namespace, functions }): ToolEcho[] => {
    const tools = functions.map(({ name, schema }) => echoOf(name, schema));
    const isKnown = namespace && tools.length > 0;
    return isKnown ? [{ type: 'namespace', ...namespace, tools }] : tools;
  });
}

/** An entry of `tools`: one function, or a namespace of several; nothing where it is of another type. */
interface Offered {
  readonly namespace?: { readonly name: string; readonly description: string | null };
  readonly functions: readonly OfferedFunction[];
}

interface OfferedFunction {
  readonly path: string;
  /** As the caller has it; the schema has the name that models see. */
  readonly name: string;
  readonly schema: ToolSchema;
}

function offeredIn(body: JsonObject): Offered[] {
  return (field(body, 'tools', 'list') ?? []).map((tool, index) => {
    const path = `tools[${index}]`;
    if (!isJsonObject(tool)) throw wrongType(path, 'an object', tool);
    if (tool['type'] !== 'namespace') return { functions: functionsIn([tool], () => `${path}.`) };
    const name = field(tool, 'name', 'string', `${path}.`);
    if (name === undefined) throw missing(`${path}.name`, 'every namespace needs one');
    const description = field(tool, 'description', 'string', `${path}.`) ?? null;
    const inside = field(tool, 'tools', 'list', `${path}.`) ?? [];
    const functions = functionsIn(inside, (number) => `${path}.tools[${number}].`, name);
    return { namespace: { name, description }, functions };
  });
}

function functionsIn(
  tools: readonly JsonValue[],
  pathOf: (index: number) => string,
  namespace?: string,
): OfferedFunction[] {
  return tools.flatMap((tool, index) => {
    const path = pathOf(index);
    if (!isJsonObject(tool)) throw wrongType(path.slice(0, -1), 'an object', tool);
    const kind = field(tool, 'type', 'string', path);
    if (kind === undefined) throw missing(`${path}type`, 'every tool needs one');
    if (kind !== 'function') return [];
    const { type, function: read } = readFunction(tool, path);
    const named = { name: read.name, ...(namespace !== undefined && { namespace }) };
    const name = nameWithin(nameForModel(named), `${path}name`, LONGEST_NAME);
    return [{ path, name: read.name, schema: { type, function: { ...read, name } } }];
  });
}

function echoOf(name: string, { function: offered }: ToolSchema): FunctionToolEcho {
  const { description = null, parameters, strict = null } = offered;
  return { type: 'function', name, description, parameters, strict };
}

const LONGEST_NAME = 128;

function readFunction(tool: JsonObject, path: string): ToolSchema {
  const name = field(tool, 'name', 'string', path);
  if (name === undefined || name === '') throw missing(`${path}name`, 'every function needs one');
  const description = field(tool, 'description', 'string', path);
  const parameters = field(tool, 'parameters', 'object', path);
  const strict = field(tool, 'strict', 'boolean', path);
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

/** The tool choice in the forms that concern functions; choices of other tools count as `auto`. */
export function readToolChoice(body: JsonObject): ToolChoice {
  const choice = body['tool_choice'] ?? 'auto';
  if (typeof choice === 'string') {
    return modeIn(choice, 'tool_choice');
  }
  if (!isJsonObject(choice)) throw wrongType('tool_choice', 'a string or an object', choice);
  switch (choice['type']) {
    case 'function':
      return { type: 'function', name: nameIn(choice, 'tool_choice.') };
    case 'allowed_tools': {
      const mode = modeIn(choice['mode'] ?? 'auto', 'tool_choice.mode');
      return { type: 'allowed_tools', mode, tools: readAllowed(choice) };
    }
    default:
      return 'auto';
  }
}

function modeIn(given: JsonValue, path: string): ToolChoiceMode {
  const mode = MODES.find((known) => known === given);
  if (mode === undefined) throw invalidValue(path, `must be one of ${MODES.join(', ')}`);
  return mode;
}

function readAllowed(choice: JsonObject): NamedTool[] {
  return (field(choice, 'tools', 'list', 'tool_choice.') ?? []).flatMap((tool, index) => {
    if (!isJsonObject(tool) || tool['type'] !== 'function') return [];
    return [{ type: 'function' as const, name: nameIn(tool, `tool_choice.tools[${index}].`) }];
  });
}

function nameIn(object: JsonObject, path: string): string {
  const name = field(object, 'name', 'string', path);
  if (name === undefined) throw missing(`${path}name`, 'say which function');
  return name;
}
