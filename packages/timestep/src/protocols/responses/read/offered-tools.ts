import {
  createFields,
  getFieldPath,
  isJsonObject,
  readList,
  readObject,
  readObjects,
  readText,
  readValue,
  readWord,
  reportField,
  reportFieldType,
  reportMissing,
  requireObject,
  requireText,
  type Fields,
  type NamedTool,
  type ToolChoice,
  type ToolChoiceMode,
  type ToolSchema,
} from '#core';
import { getModelToolName } from '../wire/tool-namespace.ts';
import type { FunctionToolEcho, ToolEcho } from '../wire/response-object.ts';
import { checkIdentifier, readDescriptionAndStrict } from './responses-fields.ts';

/** Drops other tools than functions, because clients send every tool type they know. */
export function readTools(body: Fields): ToolSchema[] {
  const names = new Set<string>();
  return readOfferedTools(body).flatMap(({ functions }) =>
    functions.map(({ fields, schema }) => {
      const { name } = schema.function;
      if (names.has(name)) reportField(fields, 'name', 'is the name of two functions');
      names.add(name);
      return schema;
    }),
  );
}

/** Reads functions in the form that a response repeats. */
export function readToolsEcho(body: Fields): ToolEcho[] {
  return readOfferedTools(body).flatMap(({ namespace, functions }): ToolEcho[] => {
    const tools = functions.map(({ name, schema }) => toolToEcho(name, schema));
    const isKnown = namespace && tools.length > 0;
    return isKnown ? [{ type: 'namespace', ...namespace, tools }] : tools;
  });
}

/** An entry of `tools`. Has no functions if it is of another type. */
interface OfferedTool {
  readonly namespace?: { readonly name: string; readonly description: string | null };
  readonly functions: readonly OfferedFunction[];
}

interface OfferedFunction {
  readonly fields: Fields;
  /** The caller's name of the function. `schema` has the name for models. */
  readonly name: string;
  readonly schema: ToolSchema;
}

function readOfferedTools(body: Fields): OfferedTool[] {
  return (readObjects(body, 'tools') ?? []).map((tool) => {
    if (tool.object['type'] !== 'namespace') return { functions: readFunctions([tool]) };
    const name = requireText(tool, 'name', 'every namespace must have a name');
    const description = readText(tool, 'description') ?? null;
    const functions = readFunctions(readObjects(tool, 'tools') ?? [], name);
    return { namespace: { name, description }, functions };
  });
}

function readFunctions(tools: readonly Fields[], namespace?: string): OfferedFunction[] {
  return tools.flatMap((fields) => {
    if (requireText(fields, 'type', 'every tool must have a type') !== 'function') return [];
    const { type, function: read } = readFunction(fields);
    const name = checkIdentifier(fields, getModelToolName(read.name, namespace), LONGEST_NAME);
    return [{ fields, name: read.name, schema: { type, function: { ...read, name } } }];
  });
}

function toolToEcho(name: string, { function: offered }: ToolSchema): FunctionToolEcho {
  const { description = null, parameters, strict = null } = offered;
  return { type: 'function', name, description, parameters, strict };
}

const LONGEST_NAME = 128;

function readFunction(tool: Fields): ToolSchema {
  const name = requireText(tool, 'name', 'every function must have a name');
  if (name === '') reportMissing(tool, 'name', 'every function must have a name');
  const parameters = readObject(tool, 'parameters')?.object ?? { type: 'object', properties: {} };
  return { type: 'function', function: { name, parameters, ...readDescriptionAndStrict(tool) } };
}

const MODES: readonly ToolChoiceMode[] = ['none', 'auto', 'required'];

/** Reads the tool choice. Choices about other tools than functions count as `auto`. */
export function readToolChoice(body: Fields): ToolChoice {
  const given = readValue(body, 'tool_choice') ?? 'auto';
  if (typeof given === 'string') return readChoiceMode(body, 'tool_choice');
  if (!isJsonObject(given))
    return reportFieldType(body, 'tool_choice', 'a string or an object') ?? 'auto';
  const choice = requireObject(body, 'tool_choice');
  const { type } = given;
  if (type === 'function') return readNamedTool(choice);
  if (type !== 'allowed_tools') return 'auto';
  return { type, mode: readChoiceMode(choice, 'mode'), tools: readAllowedTools(choice) };
}

function readChoiceMode(fields: Fields, name: string): ToolChoiceMode {
  return readWord(fields, name, MODES) ?? 'auto';
}

function readAllowedTools(choice: Fields): NamedTool[] {
  return (readList(choice, 'tools') ?? []).flatMap((tool, index) => {
    if (!isJsonObject(tool) || tool['type'] !== 'function') return [];
    const path = getFieldPath(choice, `tools[${index}]`);
    return [readNamedTool(createFields(tool, choice.rules, path))];
  });
}

function readNamedTool(fields: Fields): NamedTool {
  return { type: 'function', name: requireText(fields, 'name', 'set the name of the function') };
}
