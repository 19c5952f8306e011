import { type JsonObject, isJsonObject, omitUndefined } from '#core';
import type { McpTool } from '#protocols/mcp';
import {
  type AgentFolder,
  FolderError,
  loadSkill,
  noteToFrontMatter,
  createNoSuchPartError,
} from '#agents/folder';
import { buildInputSchema, buildNameSchema } from '../../internal/tool-arguments.ts';
import type { WorkspaceToolDeps } from '../planned-change.ts';
import { type WorkspaceAgent, readWorkspaceAgent } from '../workspace-agent.ts';
import type { Workspace } from '../workspace.ts';
import { AGENT_SCHEMA, KIND_SCHEMA } from './workspace-schemas.ts';

interface GetArguments {
  readonly agent: string;
  readonly kind?: string;
  readonly name?: string;
}

export function createAgentReadingTools({ workspace }: WorkspaceToolDeps): McpTool[] {
  return [
    {
      name: 'list_agents',
      description: 'Lists the agents of the workspace.',
      input: buildInputSchema({}),
      annotations: { readOnlyHint: true },
      execute: async () => ({
        agents: await Promise.all(
          workspace.listAgents().map((path) => summarizeAgent(workspace, path)),
        ),
      }),
    },
    {
      name: 'get_agent',
      description:
        'Reads an agent: what it says about itself, its settings, prompt and tools, and the names of its rules, references and skills; with kind and name, the text of one of those.',
      input: buildInputSchema(
        { agent: AGENT_SCHEMA },
        { kind: KIND_SCHEMA, name: buildNameSchema('The name of the part') },
      ),
      annotations: { readOnlyHint: true },
      async execute({ agent: path, kind, name }: GetArguments) {
        const agent = await readWorkspaceAgent(workspace.openStorage(path));
        if (kind === undefined && name === undefined) return agentToJson(agent);
        if (kind !== undefined && name !== undefined) return readPartOfAgent(agent, kind, name);
        throw new FolderError(
          'set both "kind" and "name" to read one part, or neither to read the whole agent',
        );
      },
    },
  ];
}

async function summarizeAgent(workspace: Workspace, path: string): Promise<JsonObject> {
  try {
    const { folder } = await readWorkspaceAgent(workspace.openStorage(path));
    const { name, description, version, mode, settings } = folder;
    return omitUndefined({ agent: path, name, description, version, mode, model: settings.model });
  } catch (thrown) {
    if (!(thrown instanceof FolderError)) throw thrown;
    return { agent: path, problem: thrown.message.replaceAll(`${workspace.root}/`, '') };
  }
}

function agentToJson({ folder, version }: WorkspaceAgent): JsonObject {
  const { mode, prompt, rules, references, skills, servers, internalServers } = folder;
  return {
    mode,
    metadata: getObjectOrEmpty(folder.written, 'metadata'),
    settings: getObjectOrEmpty(folder.written, 'settings'),
    prompt,
    rules: rules.map(noteToFrontMatter),
    references: references.map(noteToFrontMatter),
    skills: skills.map(({ name, description }) => ({ name, description })),
    servers: [...servers, ...internalServers].map(({ name }) => name),
    files_version: version,
  };
}

function getObjectOrEmpty(written: AgentFolder['written'], name: string): JsonObject {
  const value = written[name];
  return isJsonObject(value) ? value : {};
}

async function readPartOfAgent(
  { storage, folder, version }: WorkspaceAgent,
  kind: string,
  name: string,
): Promise<JsonObject> {
  const found = { name, kind, files_version: version };
  if (kind === 'skill') {
    const skill = folder.skills.find((one) => one.name === name);
    const loaded = skill && (await loadSkill(storage, skill));
    if (loaded) return { ...found, text: loaded.text, resources: [...loaded.resources] };
  } else {
    const note = folder[kind === 'rule' ? 'rules' : 'references'].find((one) => one.name === name);
    if (note) return { ...noteToFrontMatter(note), ...found, text: note.text };
  }
  throw createNoSuchPartError(`no ${kind} is named ${name}: get_agent lists the names`);
}
