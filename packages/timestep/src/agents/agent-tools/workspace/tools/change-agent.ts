import type { JsonObject, JsonValue } from '#core';
import type { McpTool } from '#protocols/mcp';
import {
  type CreateEdit,
  FolderError,
  combineEdits,
  planPromptEdit,
  planSettingsEdit,
  planMetadataEdit,
} from '#agents/folder';
import { buildInputSchema } from '../../internal/tool-arguments.ts';
import { type WorkspaceToolDeps, createChangeExecutor } from '../planned-change.ts';
import { editToPlannedChange, checkModelSetting } from '../planned-edit.ts';
import { type AgentArguments, readAgent } from '../workspace-agent.ts';
import {
  AGENT_SCHEMA,
  SETTINGS_SCHEMA,
  TOOLS_SCHEMA,
  VERSION_SCHEMA,
} from './workspace-schemas.ts';

export function createChangeAgentTool(deps: WorkspaceToolDeps): McpTool {
  return {
    name: 'change_agent',
    description:
      'Changes the prompt, the settings, what an agent says about itself, or what it is for others; fields that are not given keep their values.',
    input: buildInputSchema(
      { agent: AGENT_SCHEMA },
      {
        prompt: { type: 'string', minLength: 1, description: 'The whole new prompt' },
        settings: SETTINGS_SCHEMA,
        metadata: {
          type: 'object',
          description: 'name, description, version, skills. null takes one back',
        },
        tools: { ...TOOLS_SCHEMA, type: ['array', 'null'] },
        files_version: VERSION_SCHEMA,
      },
    ),
    execute: createChangeExecutor(deps, async (args: ChangeArguments) => {
      const agent = await readAgent(args, deps.workspace);
      const makers = listEditCreators(args);
      if (makers.length === 0)
        throw new FolderError('the call changes nothing: set the prompt or another field');
      const edit = await combineEdits(agent.storage, makers);
      return editToPlannedChange(agent, `change the agent ${args.agent}`, edit);
    }),
  };
}

interface ChangeArguments extends AgentArguments {
  readonly prompt?: string;
  readonly settings?: JsonObject;
  readonly metadata?: JsonObject;
  readonly tools?: JsonValue;
}

function listEditCreators({ prompt, settings, tools, metadata }: ChangeArguments): CreateEdit[] {
  const fields: JsonObject = { ...metadata, ...(tools !== undefined && { tools }) };
  if (settings) checkModelSetting(settings);
  const makers: CreateEdit[] = [];
  if (prompt !== undefined) makers.push((storage) => planPromptEdit(storage, prompt));
  if (settings) makers.push((storage) => planSettingsEdit(storage, settings));
  if (Object.keys(fields).length > 0) makers.push((storage) => planMetadataEdit(storage, fields));
  return makers;
}
