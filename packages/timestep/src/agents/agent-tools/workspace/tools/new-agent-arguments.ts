import { type JsonObject, type JsonValue, isJsonObject } from '#core';
import type { AgentTool } from '#engine/tools';
import {
  type Mode,
  type NewAgent,
  type NewSkill,
  type NewNote,
  omitUndefined,
} from '#agents/folder';
import {
  getTextArgument,
  getNumberArgument,
  getIncludeArgument,
} from '../../internal/tool-arguments.ts';

export const MODES: readonly Mode[] = ['interactive', 'autonomous', 'tools'];

/** Converts tool arguments to a new agent. Their schema has been checked before. */
export function toNewAgent(args: JsonObject): NewAgent {
  const { settings, rules, references, skills, tools } = args;
  const { name, prompt, description } = pickTexts(args);
  const mode = getTextArgument(args, 'mode') ?? (tools ? 'tools' : 'interactive');
  return {
    name,
    prompt,
    ...(description && { description }),
    mode: MODES.find((one) => one === mode) ?? 'interactive',
    ...(isJsonObject(settings) && { settings }),
    rules: listObjects(rules).map(toNewNote),
    references: listObjects(references).map(toNewNote),
    skills: listObjects(skills).map(toNewSkill),
    agentTools: listObjects(tools).map(toAgentTool),
  };
}

function toNewSkill(args: JsonObject): NewSkill {
  const { name, description, text } = pickTexts(args);
  return { name, description, text };
}

function toAgentTool(args: JsonObject): AgentTool {
  const { name, description, prompt } = pickTexts(args);
  const { parameters } = args;
  return { name, description, parameters: isJsonObject(parameters) ? parameters : {}, prompt };
}

function pickTexts(args: JsonObject) {
  const of = (name: string): string => getTextArgument(args, name) ?? '';
  return {
    name: of('name'),
    description: of('description'),
    text: of('text'),
    prompt: of('prompt'),
  };
}

function toNewNote(args: JsonObject): NewNote {
  const { name, text, description } = pickTexts(args);
  const [priority, include] = [getNumberArgument(args, 'priority'), getIncludeArgument(args)];
  return omitUndefined({ name, text, description: description || undefined, priority, include });
}

function listObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
