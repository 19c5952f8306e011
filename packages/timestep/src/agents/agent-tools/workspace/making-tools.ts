import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';
import type { AgentTool } from '../../../engine/tools/index.ts';
import type { McpTool } from '../../../protocols/mcp/index.ts';
import {
  applyEdit,
  createTextChange,
  readTextFile,
  type AgentEdit,
  isAgentPath,
  MANIFEST,
  cloneAgent,
  createNewAgentEdit,
  requireNoAgent,
  type NewAgent,
  type NewNote,
  type NewSkill,
  createMissingError,
  FolderError,
  type Mode,
  omitUndefined,
} from '../../folder/index.ts';
import {
  getIncludeArgument,
  INCLUDE_SCHEMA,
  buildInputSchema,
  buildNameSchema,
  getNumberArgument,
  getTextArgument,
} from '../internal/internal-tool.ts';
import {
  createChangeFunction,
  type WorkspaceToolDeps,
  requireAgentVersion,
  checkModel,
  planEdit,
  readWorkspaceAgent,
} from './planned-change.ts';
import {
  AGENT_SCHEMA,
  NEW_FOLDER_SCHEMA,
  SETTINGS_SCHEMA,
  TOOLS_SCHEMA,
  VERSION_SCHEMA,
} from './workspace-schemas.ts';

export function createMakingTools(deps: WorkspaceToolDeps): McpTool[] {
  return [createCreateTool(deps), createCloneTool(deps), createDeleteTool(deps)];
}

const MODES: readonly Mode[] = ['interactive', 'autonomous', 'tools'];

const NOTES_SCHEMA: JsonObject = {
  type: 'array',
  items: buildInputSchema(
    {
      name: buildNameSchema('Its name'),
      text: { type: 'string' },
      description: { type: 'string' },
      priority: { type: 'integer', minimum: 0, maximum: 999 },
      include: INCLUDE_SCHEMA,
    },
    ['name', 'text'],
  ),
};

const SKILLS_SCHEMA: JsonObject = {
  type: 'array',
  items: buildInputSchema(
    {
      name: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 },
      description: { type: 'string', minLength: 1 },
      text: { type: 'string' },
    },
    ['name', 'description', 'text'],
  ),
};

function createCreateTool(deps: WorkspaceToolDeps): McpTool {
  const { workspace } = deps;
  return {
    name: 'create_agent',
    description: 'Makes a new agent in a folder of the workspace.',
    input: buildInputSchema(
      {
        agent: NEW_FOLDER_SCHEMA,
        name: { type: 'string', minLength: 1 },
        description: { type: 'string', description: 'What the agent is for, in a sentence' },
        mode: {
          type: 'string',
          enum: MODES,
          description:
            'interactive works with a person (default), autonomous alone on each message, tools as tools of others',
        },
        prompt: { type: 'string', minLength: 1, description: 'The instructions for its model' },
        settings: SETTINGS_SCHEMA,
        rules: NOTES_SCHEMA,
        references: NOTES_SCHEMA,
        skills: SKILLS_SCHEMA,
        tools: TOOLS_SCHEMA,
      },
      ['agent', 'name', 'prompt'],
    ),
    execute: createChangeFunction(deps, async (args) => {
      const path = getTextArgument(args, 'agent') ?? '';
      const storage = workspace.openStorage(path);
      const made = toNewAgent(args);
      checkModel(made.settings ?? {});
      const edit = await createNewAgentEdit(storage, made);
      return planEdit({ storage }, `make the agent ${path}`, edit);
    }),
  };
}

/** The schema of the arguments has been checked before. */
function toNewAgent(args: JsonObject): NewAgent {
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

function createCloneTool(deps: WorkspaceToolDeps): McpTool {
  const { workspace } = deps;
  return {
    name: 'clone_agent',
    description:
      'Copies an agent with all of its files but databases into another folder of the workspace.',
    input: buildInputSchema(
      {
        agent: AGENT_SCHEMA,
        to: NEW_FOLDER_SCHEMA,
        name: { type: 'string', minLength: 1, description: 'The name of the copy' },
      },
      ['agent', 'to', 'name'],
    ),
    execute: createChangeFunction(deps, async (args) => {
      const [path, to] = [getTextArgument(args, 'agent') ?? '', getTextArgument(args, 'to') ?? ''];
      if (`${to}/`.startsWith(`${path}/`)) {
        throw new FolderError(`${to} is in the agent itself: choose another folder`);
      }
      const [source, target] = [workspace.openStorage(path), workspace.openStorage(to)];
      const { version } = await readWorkspaceAgent(source);
      await requireNoAgent(target);
      const name = getTextArgument(args, 'name') ?? '';
      const listed = await source.list();
      return {
        what: `copy the agent ${path} to ${to}`,
        shown: listed.map((one) => `${to}/${one} (new file)`).join('\n'),
        identity: JSON.stringify([path, to, name, version, listed]),
        async make() {
          const { paths, hasVariables } = await cloneAgent(source, target, { name });
          const secrets = hasVariables ? ' Its .env, which may hold secrets, was copied, too.' : '';
          return `${to} holds the agent ${name}: ${paths.length} files.${secrets}`;
        },
      };
    }),
  };
}

function createDeleteTool(deps: WorkspaceToolDeps): McpTool {
  const { workspace } = deps;
  return {
    name: 'delete_agent',
    description:
      'Deletes the files of an agent for good. Other files in its folder stay where they are.',
    input: buildInputSchema({ agent: AGENT_SCHEMA, files_version: VERSION_SCHEMA }, ['agent']),
    annotations: { destructiveHint: true },
    execute: createChangeFunction(deps, async (args) => {
      const path = getTextArgument(args, 'agent') ?? '';
      const storage = workspace.openStorage(path);
      const version = getTextArgument(args, 'files_version');
      if (version !== undefined) await requireAgentVersion(storage, version);
      if (!(await storage.read(MANIFEST))) {
        throw createMissingError(`there is no agent in ${path}`);
      }
      const listed = await storage.list();
      const own = listed.filter(isAgentPath);
      const files = await Promise.all(own.map((one) => readTextFile(storage, one)));
      const edit: AgentEdit = {
        changes: files.flatMap((file) => (file ? createTextChange(file, undefined) : [])),
      };
      const stays = listed.length - own.length;
      return {
        what: `delete the agent ${path}`,
        // File contents are not shown, because they may contain secrets.
        shown: own.map((one) => `${path}/${one} (removed)`).join('\n'),
        identity: JSON.stringify([
          path,
          edit.changes.map((change) => [change.path, change.version]),
        ]),
        async make() {
          await applyEdit(storage, edit);
          workspace.removeEmpty(path);
          const rest = stays === 0 ? '' : ` ${stays} other files of the folder stay.`;
          return `The agent ${path} was deleted: ${own.length} files.${rest}`;
        },
      };
    }),
  };
}
