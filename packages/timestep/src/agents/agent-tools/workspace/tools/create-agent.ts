import { type JsonObject, omitUndefined } from '#core';
import type { AgentTool } from '#engine/tools';
import type { McpTool } from '#protocols/mcp';
import { type NewAgent, createNewAgentEdit } from '#agents/folder';
import {
  buildInputSchema,
  buildNameSchema,
  INCLUDE_SCHEMA,
} from '../../internal/tool-arguments.ts';
import { type WorkspaceToolDeps, createChangeExecutor } from '../planned-change.ts';
import { checkModelSetting, editToPlannedChange } from '../planned-edit.ts';
import { NEW_FOLDER_SCHEMA, SETTINGS_SCHEMA, TOOLS_SCHEMA } from './workspace-schemas.ts';

const NOTES_SCHEMA: JsonObject = {
  type: 'array',
  items: buildInputSchema(
    { name: buildNameSchema('Its name'), text: { type: 'string' } },
    {
      description: { type: 'string' },
      priority: { type: 'integer', minimum: 0, maximum: 999 },
      include: INCLUDE_SCHEMA,
    },
  ),
};

const SKILLS_SCHEMA: JsonObject = {
  type: 'array',
  items: buildInputSchema({
    name: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 },
    description: { type: 'string', minLength: 1 },
    text: { type: 'string' },
  }),
};

export function createCreateAgentTool(deps: WorkspaceToolDeps): McpTool {
  return {
    name: 'create_agent',
    description: 'Makes a new agent in a folder of the workspace.',
    input: buildInputSchema(
      {
        agent: NEW_FOLDER_SCHEMA,
        name: { type: 'string', minLength: 1 },
        prompt: { type: 'string', minLength: 1, description: 'The instructions for its model' },
      },
      {
        description: { type: 'string', description: 'What the agent is for, in a sentence' },
        mode: {
          type: 'string',
          enum: ['interactive', 'autonomous', 'tools'],
          description:
            'interactive works with a person (default), autonomous alone on each message, tools as tools of others',
        },
        settings: SETTINGS_SCHEMA,
        rules: NOTES_SCHEMA,
        references: NOTES_SCHEMA,
        skills: SKILLS_SCHEMA,
        tools: TOOLS_SCHEMA,
      },
    ),
    execute: createChangeExecutor(deps, async ({ agent: path, tools, ...given }: NewArguments) => {
      const storage = deps.workspace.openStorage(path);
      checkModelSetting(given.settings ?? {});
      const mode = given.mode ?? (tools ? 'tools' : 'interactive');
      const agentTools = tools?.map(({ name, description, parameters, prompt }) =>
        omitUndefined({ name, description, parameters, prompt }),
      );
      const agent = { ...given, mode, ...omitUndefined({ agentTools }) };
      const edit = await createNewAgentEdit(storage, agent);
      return editToPlannedChange({ storage }, `make the agent ${path}`, edit);
    }),
  };
}

interface NewArguments extends NewAgent {
  readonly agent: string;
  readonly tools?: readonly AgentTool[];
}
