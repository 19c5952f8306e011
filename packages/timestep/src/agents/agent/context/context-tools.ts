import type { JsonObject, ToolSchema } from '#core';
import type { ToolResult } from '#engine/port';
import type { AgentFolder } from '#agents/folder';

export const SEARCH_TOOLS: ToolSchema = createToolSchema(
  'search_tools',
  'Finds more of your tools by what they do. Call it when none of the tools that you see fits; the tools that it finds can be called afterwards.',
  { query: { type: 'string', description: 'What the tool is to do, in a few words' } },
);

export const LOAD_SKILL: ToolSchema = createToolSchema(
  'load_skill',
  'Reads a skill: instructions for a kind of work. Read the skill before you begin with such work.',
  {
    name: { type: 'string', description: 'The name of the skill' },
    file: { type: 'string', description: 'A file of the skill, relative to it. Default: SKILL.md' },
  },
  ['name'],
);

/** Reads a skill or a file of it; undefined if the skill has no such file. */
export type ReadSkill = (name: string, file?: string) => Promise<string | undefined>;

export async function loadSkillByName(
  { name, file }: JsonObject,
  { skills }: AgentFolder,
  readSkill: ReadSkill,
): Promise<ToolResult> {
  const names = skills.map((skill) => skill.name);
  if (typeof name !== 'string' || !names.includes(name)) {
    return { content: `unknown skill; available: ${names.join(', ')}`, isError: true };
  }
  const text = await readSkill(name, typeof file === 'string' ? file : undefined);
  if (text !== undefined) return { content: text };
  return { content: `the skill ${name} has no such file`, isError: true };
}

function createToolSchema(
  name: string,
  description: string,
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): ToolSchema {
  const parameters = { type: 'object', properties, required: [...required] };
  return { type: 'function', replay: 'safe', function: { name, description, parameters } };
}
