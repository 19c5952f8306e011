import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NamedTool,
  type ToolChoice,
  type ToolChoiceMode,
  type ToolSchema,
} from '../../core/index.ts';
import { invalidValue, missing, wrongType } from '../wire/responses-error.ts';
import { nameWithin } from './bounds.ts';
import { field } from './field.ts';

/**
 * The functions a caller offers, in the form that models see. Tools of other types are left out,
 * because callers list every type they know to every server.
 */
export function readTools(body: JsonObject): ToolSchema[] {
  const tools: ToolSchema[] = [];
  const names = new Set<string>();
  (field(body, 'tools', 'list') ?? []).forEach((tool, index) => {
    if (!isJsonObject(tool)) throw wrongType(`tools[${index}]`, 'an object', tool);
    if (tool['type'] !== 'function') return;
    const read = readFunction(tool, `tools[${index}].`);
    const { name } = read.function;
    if (names.has(name)) throw invalidValue(`tools[${index}].name`, 'names two functions');
    names.add(name);
    tools.push(read);
  });
  return tools;
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
      name: nameWithin(name, `${path}name`, LONGEST_NAME),
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
