import { resolve } from 'node:path';
import { isJsonObject } from '../../../core/index.ts';
import {
  type ToolSet,
  getArgumentSchemas,
  listNamesInPrompt,
  TOOL_NAME,
  type AgentTool,
} from '../../../engine/tools/index.ts';
import type { Fields } from '../text/fields.ts';

/** Creates the tools with which an agent calls other agents. Empty if it may call none. */
export type AgentCalls = (caller: CallingAgent) => ToolSet;

/** An agent that calls other agents. */
export interface CallingAgent {
  /** Sources of the agents that it may call: absolute paths and addresses. */
  readonly agents: readonly string[];
  /** Whether the agent has a user who can be asked. */
  readonly asks: boolean;
  /** Returns the name under which the agent's model calls a tool. */
  readonly getDisplayName: (tool: string) => string;
}

/** Name of the default server whose tools call agents, used if the folder defines none. */
export const AGENTS_SERVER = 'agents';

/** Paths are relative to the folder. Invalid entries are reported with their index. */
export function parseCalledAgents(fields: Fields, directory: string): readonly string[] {
  const named = fields.getTexts('agents') ?? [];
  return named.flatMap((source, index): string[] => {
    const problem = findSourceProblem(source);
    if (problem === undefined)
      return [/^https?:/i.test(source) ? source : resolve(directory, source)];
    fields.reportMistake(`agents[${index}]`, problem);
    return [];
  });
}

function findSourceProblem(source: string): string | undefined {
  const advice = 'must be a path or an address, such as ../weather or https://agents.example';
  if (source.trim() === '') return advice;
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(source)) return undefined;
  const url = /^https?:/i.test(source) ? URL.parse(source) : null;
  if (!url) return advice;
  const isOpen = url.username === '' && url.password === '';
  return isOpen
    ? undefined
    : 'must not contain credentials, because every reader of the file could use them';
}

/** Pattern of a tool name. Shorter than MCP allows, because the name of a server is prepended. */
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** Parses `metadata.tools`. Undefined if there is no such list. */
export function parseAgentTools(metadata: Fields): readonly AgentTool[] | undefined {
  const seen = new Set<string>();
  return metadata.getObjects('tools')?.map((fields) => {
    const tool = parseAgentTool(fields);
    if (seen.has(tool.name))
      fields.reportMistake('name', `is also the name of another tool: rename one of them`);
    seen.add(tool.name);
    return tool;
  });
}

function parseAgentTool(fields: Fields): AgentTool {
  const name = fields.requireText('name');
  if (name !== '' && !NAME.test(name)) {
    fields.reportMistake('name', 'must be 1 to 64 letters, digits, "_", "-" and "."');
  }
  const description = fields.getText('description');
  if (!description) {
    fields.reportWarning('description', 'is missing: models choose a tool by its description');
  }
  const parameters = parseParameters(fields);
  const prompt = fields.requireText('prompt');
  const tool = { name, ...(description && { description }), parameters, prompt };
  checkPrompt(tool, fields);
  return tool;
}

function parseParameters(fields: Fields): AgentTool['parameters'] {
  const parameters = fields.getObject('parameters');
  const { type = 'object', properties = {} } = parameters.value;
  if (type !== 'object')
    parameters.reportMistake('type', 'must be "object", because calls have named arguments');
  if (!isJsonObject(properties)) parameters.reportMistake('properties', 'must be an object');
  return { ...parameters.value, type: 'object' };
}

/** Compares the placeholders in the prompt with the parameters. */
function checkPrompt(tool: AgentTool, fields: Fields): void {
  const named = listNamesInPrompt(tool.prompt);
  const known = Object.keys(getArgumentSchemas(tool));
  for (const name of named) {
    if (name === TOOL_NAME || known.includes(name)) continue;
    const some = [TOOL_NAME, ...known].map((one) => `{${one}}`).join(', ');
    fields.reportMistake('prompt', `names {${name}}, which is not a parameter: use one of ${some}`);
  }
  for (const name of known) {
    if (name === TOOL_NAME) {
      const why = 'cannot be used in the prompt, because {name} stands for the name of the tool';
      fields.reportWarning(`parameters.properties.${name}`, `${why}: rename it`);
    } else if (!named.includes(name)) {
      const why = `is not in the prompt, so the agent never receives it`;
      fields.reportWarning(`parameters.properties.${name}`, `${why}: add {${name}} to it`);
    }
  }
}
