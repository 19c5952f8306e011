import { type JsonObject, isJsonObject } from '#core';
import type { McpTool } from '#protocols/mcp';
import {
  type CreateEdit,
  FolderError,
  combineEdits,
  setPrompt,
  setSettings,
  setMetadata,
} from '#agents/folder';
import { buildInputSchema, getTextArgument } from '../../internal/tool-arguments.ts';
import { type WorkspaceToolDeps, createChangeFunction } from '../planned-change.ts';
import { planEdit, checkModel } from '../planned-edit.ts';
import { readAgent } from '../workspace-agent.ts';
import {
  AGENT_SCHEMA,
  SETTINGS_SCHEMA,
  TOOLS_SCHEMA,
  VERSION_SCHEMA,
} from './workspace-schemas.ts';

export function createChangeTool(deps: WorkspaceToolDeps): McpTool {
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
