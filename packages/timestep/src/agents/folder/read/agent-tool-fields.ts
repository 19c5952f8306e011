import { isJsonObject } from '#core';
import { type AgentTool, listNamesInPrompt, getArgumentSchemas, TOOL_NAME } from '#engine/tools';
import { reportUnknownFields } from '../text/unknown-fields.ts';
import { KNOWN_FIELDS } from './known-fields.ts';
import type { Fields } from '../text/fields.ts';

/** Pattern of a tool name. The maximum length leaves room for the name of a server. */
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

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
  reportUnknownFields(fields, KNOWN_FIELDS.agentTool);
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
  reportPromptMistakes(tool, fields);
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

function reportPromptMistakes(tool: AgentTool, fields: Fields): void {
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
