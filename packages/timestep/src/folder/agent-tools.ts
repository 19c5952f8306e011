import {
  schemasOfArguments,
  namesInPrompt,
  TOOL_NAME,
  type AgentTool,
  type AgentTools,
} from '../environment/index.ts';
import { isJsonObject } from '../core/index.ts';
import type { AgentVersions } from './agent-versions.ts';
import type { Fields } from './fields.ts';

/** Shorter than what MCP allows, so that there is room for the name of a server before it. */
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** Reads `metadata.tools`; `undefined` where the agent has no such list. */
export function agentToolsIn(metadata: Fields): readonly AgentTool[] | undefined {
  const seen = new Set<string>();
  return metadata.list('tools')?.map((fields) => {
    const tool = agentToolIn(fields);
    if (seen.has(tool.name)) fields.wrong('name', `is that of another tool: rename one of them`);
    seen.add(tool.name);
    return tool;
  });
}

function agentToolIn(fields: Fields): AgentTool {
  const name = fields.needed('name', fields.text('name'));
  if (name !== '' && !NAME.test(name)) {
    fields.wrong('name', 'must be 1 to 64 letters, digits, "_", "-" and "."');
  }
  const description = fields.text('description');
  if (!description) {
    fields.warn('description', 'is missing: models choose a tool by its description');
  }
  const parameters = parametersIn(fields);
  const prompt = fields.needed('prompt', fields.text('prompt'));
  const tool = { name, ...(description && { description }), parameters, prompt };
  judgePrompt(tool, fields);
  return tool;
}

function parametersIn(fields: Fields): AgentTool['parameters'] {
  const parameters = fields.inside('parameters');
  const { type = 'object', properties = {} } = parameters.value;
  if (type !== 'object') parameters.wrong('type', 'must be object: a call has arguments by name');
  if (!isJsonObject(properties)) parameters.wrong('properties', 'must be an object');
  return { ...parameters.value, type: 'object' };
}

/** Every name in braces must be known, and every argument should reach the agent. */
function judgePrompt(tool: AgentTool, fields: Fields): void {
  const named = namesInPrompt(tool.prompt);
  const known = Object.keys(schemasOfArguments(tool));
  for (const name of named) {
    if (name === TOOL_NAME || known.includes(name)) continue;
    const some = [TOOL_NAME, ...known].map((one) => `{${one}}`).join(', ');
    fields.wrong('prompt', `names {${name}}, which is not a parameter: write one of ${some}`);
  }
  for (const name of known) {
    if (name === TOOL_NAME) {
      const why = 'cannot be told to the agent, because {name} in a prompt is the name of the tool';
      fields.warn(`parameters.properties.${name}`, `${why}: rename it`);
    } else if (!named.includes(name)) {
      const why = `is not in the prompt, so that the agent never learns it`;
      fields.warn(`parameters.properties.${name}`, `${why}: write {${name}} there`);
    }
  }
}

/** The tools of an agent as its files say now. */
export function liveAgentTools(versions: AgentVersions): AgentTools {
  const now = (): readonly AgentTool[] => versions.current().folder.agentTools;
  return {
    now,
    watch(onChange) {
      let before = JSON.stringify(now());
      return versions.watch(() => {
        const after = JSON.stringify(now());
        if (after === before) return;
        before = after;
        onChange();
      });
    },
  };
}
