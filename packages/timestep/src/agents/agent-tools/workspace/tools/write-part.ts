import type { JsonObject } from '#core';
import type { McpTool } from '#protocols/mcp';
import { FolderError } from '#agents/folder';
import type { PartKind } from '../../internal/parts/part-kind.ts';
import { RULES, REFERENCES, SKILLS } from '../../internal/parts/part-kinds.ts';
import {
  buildInputSchema,
  buildNameSchema,
  INCLUDE_SCHEMA,
  getTextArgument,
} from '../../internal/tool-arguments.ts';
import { type WorkspaceToolDeps, createChangeFunction } from '../planned-change.ts';
import { planEdit } from '../planned-edit.ts';
import { readAgent } from '../workspace-agent.ts';
import type { Workspace } from '../workspace.ts';
import { AGENT_SCHEMA, KIND_SCHEMA, VERSION_SCHEMA } from './workspace-schemas.ts';

const KINDS: Readonly<Record<string, PartKind>> = {
  rule: RULES,
  reference: REFERENCES,
  skill: SKILLS,
};

export function createWriteTool(deps: WorkspaceToolDeps): McpTool {
  const { workspace } = deps;
  return {
    name: 'write_part',
    description:
      'Adds a rule, a reference or a skill to an agent, or changes the one of that name; fields that are not given keep their values.',
    input: buildInputSchema(
      {
        agent: AGENT_SCHEMA,
        kind: KIND_SCHEMA,
        name: buildNameSchema('The name of the part'),
        text: { type: 'string', description: 'The whole text of the part' },
        description: { type: 'string', description: 'What it is about; a skill needs one' },
        priorityLevel: {
          type: 'integer',
          minimum: 0,
          maximum: 999,
          description: 'Of rules and references: lower ones come first. Default 500',
        },
        include: INCLUDE_SCHEMA,
        files_version: VERSION_SCHEMA,
      },
      ['agent', 'kind', 'name'],
    ),
    execute: createChangeFunction(deps, async (args) => {
      const { agent, kind, name, path } = await getPartArguments(args, workspace);
      const isThere = kind.partsOf(agent.folder).some((part) => part.name === name);
      if (!isThere && getTextArgument(args, 'text') === undefined) {
        throw new FolderError(`no ${kind.kind} is named ${name}: give a text to add it`);
      }
      const edit = isThere
        ? await kind.update(agent.storage, name, args)
        : await kind.create(agent.storage, args);
      const verb = isThere ? 'change' : 'add';
      return planEdit(agent, `${verb} the ${kind.kind} ${name} of the agent ${path}`, edit);
    }),
  };
}

export function createRemoveTool(deps: WorkspaceToolDeps): McpTool {
  const { workspace } = deps;
  return {
    name: 'remove_part',
    description: 'Removes a rule, a reference or a skill of an agent for good.',
    input: buildInputSchema(
      {
        agent: AGENT_SCHEMA,
        kind: KIND_SCHEMA,
        name: buildNameSchema('The name of the part'),
        files_version: VERSION_SCHEMA,
      },
      ['agent', 'kind', 'name'],
    ),
    annotations: { destructiveHint: true },
    execute: createChangeFunction(deps, async (args) => {
      const { agent, kind, name, path } = await getPartArguments(args, workspace);
      const edit = await kind.remove(agent.storage, name);
      return planEdit(agent, `remove the ${kind.kind} ${name} of the agent ${path}`, edit);
    }),
  };
}

async function getPartArguments(args: JsonObject, workspace: Workspace) {
  const found = await readAgent(args, workspace);
  const kind = KINDS[getTextArgument(args, 'kind') ?? ''];
  if (!kind) throw new FolderError('kind must be rule, reference or skill');
  return { ...found, kind, name: getTextArgument(args, 'name') ?? '' };
}
