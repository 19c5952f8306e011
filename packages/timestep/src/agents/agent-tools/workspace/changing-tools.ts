import { isJsonObject, type JsonObject } from '../../../core/index.ts';
import type { McpTool } from '../../../protocols/mcp/index.ts';
import {
  setMetadata,
  setPrompt,
  setSettings,
  FolderError,
  combineEdits,
  type CreateEdit,
} from '../../folder/index.ts';
import {
  INCLUDE_SCHEMA,
  buildInputSchema,
  buildNameSchema,
  getTextArgument,
} from '../internal/internal-tool.ts';
import { REFERENCES, RULES, SKILLS } from '../internal/part-kinds.ts';
import type { PartKind } from '../internal/part-tools.ts';
import {
  createChangeFunction,
  type WorkspaceToolDeps,
  requireAgentVersion,
  checkModel,
  planEdit,
} from './planned-change.ts';
import {
  AGENT_SCHEMA,
  KIND_SCHEMA,
  SETTINGS_SCHEMA,
  TOOLS_SCHEMA,
  VERSION_SCHEMA,
} from './workspace-schemas.ts';
import type { Workspace } from './workspace.ts';

const KINDS: Readonly<Record<string, PartKind>> = {
  rule: RULES,
  reference: REFERENCES,
  skill: SKILLS,
};

export function createChangingTools(deps: WorkspaceToolDeps): McpTool[] {
  return [createChangeTool(deps), createWriteTool(deps), createRemoveTool(deps)];
}

function createChangeTool(deps: WorkspaceToolDeps): McpTool {
  const { workspace } = deps;
  return {
    name: 'change_agent',
    description:
      'Changes the prompt, the settings, what an agent says about itself, or what it is for others; fields that are not given keep their values.',
    input: buildInputSchema(
      {
        agent: AGENT_SCHEMA,
        prompt: { type: 'string', minLength: 1, description: 'The whole new prompt' },
        settings: SETTINGS_SCHEMA,
        metadata: {
          type: 'object',
          description: 'name, description, version, skills. null takes one back',
        },
        tools: { ...TOOLS_SCHEMA, type: ['array', 'null'] },
        files_version: VERSION_SCHEMA,
      },
      ['agent'],
    ),
    execute: createChangeFunction(deps, async (args) => {
      const { agent, path } = await readAgent(args, workspace);
      const makers = listEditMakers(args);
      if (makers.length === 0)
        throw new FolderError('the call changes nothing: give the prompt or another field');
      const edit = await combineEdits(agent.storage, makers);
      return planEdit(agent, `change the agent ${path}`, edit);
    }),
  };
}

function listEditMakers(args: JsonObject): CreateEdit[] {
  const prompt = getTextArgument(args, 'prompt');
  const { settings, tools } = args;
  const metadata: JsonObject = {
    ...(isJsonObject(args['metadata']) && args['metadata']),
    ...(tools !== undefined && { tools }),
  };
  if (isJsonObject(settings)) checkModel(settings);
  const makers: CreateEdit[] = [];
  if (prompt !== undefined) makers.push((storage) => setPrompt(storage, prompt));
  if (isJsonObject(settings)) makers.push((storage) => setSettings(storage, settings));
  if (Object.keys(metadata).length > 0) makers.push((storage) => setMetadata(storage, metadata));
  return makers;
}

function createWriteTool(deps: WorkspaceToolDeps): McpTool {
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
      const { agent, kind, name, path } = await getPart(args, workspace);
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

function createRemoveTool(deps: WorkspaceToolDeps): McpTool {
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
      const { agent, kind, name, path } = await getPart(args, workspace);
      const edit = await kind.remove(agent.storage, name);
      return planEdit(agent, `remove the ${kind.kind} ${name} of the agent ${path}`, edit);
    }),
  };
}

async function readAgent(args: JsonObject, workspace: Workspace) {
  const path = getTextArgument(args, 'agent') ?? '';
  const version = getTextArgument(args, 'files_version');
  return { agent: await requireAgentVersion(workspace.openStorage(path), version), path };
}

async function getPart(args: JsonObject, workspace: Workspace) {
  const found = await readAgent(args, workspace);
  const kind = KINDS[getTextArgument(args, 'kind') ?? ''];
  if (!kind) throw new FolderError('kind must be rule, reference or skill');
  return { ...found, kind, name: getTextArgument(args, 'name') ?? '' };
}
