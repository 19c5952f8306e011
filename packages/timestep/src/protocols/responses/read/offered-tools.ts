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
import { requireIdentifier, readDescriptionAndStrict } from './responses-fields.ts';

/** The functions that a request offers: as tool schemas for models, and as the response repeats them. */
export interface OfferedTools {
  readonly schemas: readonly ToolSchema[];
  readonly echo: readonly ToolEcho[];
}

const LONGEST_NAME = 128;

/** Reads the functions of a request. Other tools are dropped, because clients send every tool type they know. */
export function readTools(body: Fields): OfferedTools {
  const schemas = new Map<string, ToolSchema>();
  function addFunctionsToSchemas(tools: readonly Fields[], namespace?: string): FunctionToolEcho[] {
    return tools.flatMap((tool) => {
      if (requireText(tool, 'type', 'every tool must have a type') !== 'function') return [];
      const own = readFunctionTool(tool);
      const name = requireIdentifier(tool, getModelToolName(own.name, namespace), LONGEST_NAME);
      if (schemas.has(name)) reportField(tool, 'name', 'is the name of two functions');
      schemas.set(name, { type: 'function', function: { ...own, name } });
      return [{ type: 'function', description: null, strict: null, ...own }];
    });
  }
  const echo = (readObjects(body, 'tools') ?? []).flatMap((tool): ToolEcho[] => {
    const { type } = tool.object;
    if (type !== 'namespace') return addFunctionsToSchemas([tool]);
    const name = requireText(tool, 'name', 'every namespace must have a name');
    const description = readText(tool, 'description') ?? null;
    const tools = addFunctionsToSchemas(readObjects(tool, 'tools') ?? [], name);
    return tools.length > 0 ? [{ type, name, description, tools }] : [];
  });
  return { schemas: [...schemas.values()], echo };
}

function readFunctionTool(tool: Fields): ToolSchema['function'] {
  const name = requireText(tool, 'name', 'every function must have a name');
  if (name === '') reportMissing(tool, 'name', 'every function must have a name');
  const parameters = readObject(tool, 'parameters')?.object ?? { type: 'object', properties: {} };
  return { name, parameters, ...readDescriptionAndStrict(tool) };
}

const MODES: readonly ToolChoiceMode[] = ['none', 'auto', 'required'];

/** Reads the tool choice. A choice of a tool other than a function counts as `auto`. */
export function readToolChoice(body: Fields): ToolChoice {
  const given = readValue(body, 'tool_choice') ?? 'auto';
  if (typeof given === 'string') return readToolChoiceMode(body, 'tool_choice');
  if (!isJsonObject(given))
    return reportFieldType(body, 'tool_choice', 'a string or an object') ?? 'auto';
  const choice = requireObject(body, 'tool_choice');
  const { type } = given;
  if (type === 'function') return readNamedTool(choice);
  if (type !== 'allowed_tools') return 'auto';
  return { type, mode: readToolChoiceMode(choice, 'mode'), tools: readAllowedTools(choice) };
}

function readToolChoiceMode(fields: Fields, name: string): ToolChoiceMode {
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
