import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ToolSchema,
} from '../../core/index.ts';
import { invalidValue, missing, wrongType } from '../wire/responses-error.ts';
import { field } from './field.ts';

/**
 * The functions a caller offers, in the form models are shown them. Tools of other types are left
 * out, since callers list every type they know whoever they talk to.
 */
export function readTools(body: JsonObject): ToolSchema[] {
  const tools: ToolSchema[] = [];
  (field(body, 'tools', 'list') ?? []).forEach((tool, index) => {
    if (!isJsonObject(tool)) throw wrongType(`tools[${index}]`, 'an object', tool);
    if (tool['type'] === 'function') tools.push(readFunction(tool, `tools[${index}].`));
  });
  return tools;
}

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

const MODES: readonly JsonValue[] = ['none', 'auto', 'required'];

/** The tool choice in the forms that concern functions; choices of other tools count as `auto`. */
export function readToolChoice(body: JsonObject): JsonValue {
  const choice = body['tool_choice'] ?? 'auto';
  if (typeof choice === 'string') {
    if (!MODES.includes(choice)) throw invalidValue('tool_choice', `cannot be "${choice}"`);
    return choice;
  }
  if (!isJsonObject(choice)) throw wrongType('tool_choice', 'a string or an object', choice);
  switch (choice['type']) {
    case 'function':
      return { type: 'function', name: nameIn(choice, 'tool_choice.') };
    case 'allowed_tools': {
      const mode = choice['mode'] ?? 'auto';
      if (!MODES.includes(mode)) throw invalidValue('tool_choice.mode', `cannot be that`);
      return { type: 'allowed_tools', mode, tools: readAllowed(choice) };
    }
    default:
      return 'auto';
  }
}

function readAllowed(choice: JsonObject): JsonObject[] {
  return (field(choice, 'tools', 'list', 'tool_choice.') ?? []).flatMap((tool, index) => {
    if (!isJsonObject(tool) || tool['type'] !== 'function') return [];
    return [{ type: 'function', name: nameIn(tool, `tool_choice.tools[${index}].`) }];
  });
}

function nameIn(object: JsonObject, path: string): string {
  const name = field(object, 'name', 'string', path);
  if (name === undefined) throw missing(`${path}name`, 'say which function');
  return name;
}

/** The functions that a tool choice leaves to the model. */
export function offeredTools(tools: readonly ToolSchema[], choice: JsonValue): ToolSchema[] {
  if (choice === 'none') return [];
  if (!isJsonObject(choice) || choice['type'] !== 'allowed_tools') return [...tools];
  const allowed = (choice['tools'] as readonly JsonObject[]).map((tool) => tool['name']);
  return tools.filter((tool) => allowed.includes(tool.function.name));
}
