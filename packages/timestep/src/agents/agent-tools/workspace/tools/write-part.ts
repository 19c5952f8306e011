import type { JsonObject } from '#core';
import type { McpTool } from '#protocols/mcp';
import { FolderError } from '#agents/folder';
import type { PartArguments } from '../../internal/parts/part-kind.ts';
import { RULES, REFERENCES, SKILLS } from '../../internal/parts/part-kinds.ts';
import {
  buildInputSchema,
  buildNameSchema,
  INCLUDE_SCHEMA,
} from '../../internal/tool-arguments.ts';
import { type WorkspaceToolDeps, createChangeExecutor } from '../planned-change.ts';
import { editToPlannedChange } from '../planned-edit.ts';
import { type AgentArguments, readAgent } from '../workspace-agent.ts';
import { AGENT_SCHEMA, KIND_SCHEMA, VERSION_SCHEMA } from './workspace-schemas.ts';

const KINDS = { rule: RULES, reference: REFERENCES, skill: SKILLS } as const;

const PART_SCHEMA: JsonObject = {
  agent: AGENT_SCHEMA,
  kind: KIND_SCHEMA,
  name: buildNameSchema('The name of the part'),
};

interface OfPart extends AgentArguments, PartArguments {
  readonly kind: keyof typeof KINDS;
}

export function createWritePartTool(deps: WorkspaceToolDeps): McpTool {
  return {
    name: 'write_part',
    description:
      'Adds a rule, a reference or a skill to an agent, or changes the one of that name; fields that are not given keep their values.',
    input: buildInputSchema(PART_SCHEMA, {
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
    }),
    execute: createChangeExecutor(deps, async (args: OfPart) => {
      const { kind, name, agent: path } = args;
      const agent = await readAgent(args, deps.workspace);
      const isThere = KINDS[kind].partsOf(agent.folder).some((part) => part.name === name);
      if (!isThere && args.text === undefined) {
        throw new FolderError(`the agent has no ${kind} ${name}: set "text" to add it`);
      }
      const edit = await KINDS[kind][isThere ? 'update' : 'create'](agent.storage, args);
      const verb = isThere ? 'change' : 'add';
      return editToPlannedChange(agent, `${verb} the ${kind} ${name} of the agent ${path}`, edit);
    }),
  };
}

export function createRemovePartTool(deps: WorkspaceToolDeps): McpTool {
  return {
    name: 'remove_part',
    description: 'Removes a rule, a reference or a skill of an agent for good.',
    input: buildInputSchema(PART_SCHEMA, { files_version: VERSION_SCHEMA }),
    annotations: { destructiveHint: true },
    execute: createChangeExecutor(deps, async (args: OfPart) => {
      const { kind, name, agent: path } = args;
      const agent = await readAgent(args, deps.workspace);
      const edit = await KINDS[kind].remove(agent.storage, name);
      return editToPlannedChange(agent, `remove the ${kind} ${name} of the agent ${path}`, edit);
    }),
  };
}
