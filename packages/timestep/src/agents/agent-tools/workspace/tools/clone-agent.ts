import type { McpTool } from '#protocols/mcp';
import { FolderError, requireNoAgent, cloneAgent } from '#agents/folder';
import { buildInputSchema } from '../../internal/tool-arguments.ts';
import { type WorkspaceToolDeps, createChangeExecutor } from '../planned-change.ts';
import { readWorkspaceAgent } from '../workspace-agent.ts';
import { AGENT_SCHEMA, NEW_FOLDER_SCHEMA } from './workspace-schemas.ts';

type CloneArguments = Readonly<Record<'agent' | 'to' | 'name', string>>;

export function createCloneAgentTool(deps: WorkspaceToolDeps): McpTool {
  const { workspace } = deps;
  return {
    name: 'clone_agent',
    description:
      'Copies an agent with all of its files but databases into another folder of the workspace.',
    input: buildInputSchema({
      agent: AGENT_SCHEMA,
      to: NEW_FOLDER_SCHEMA,
      name: { type: 'string', minLength: 1, description: 'The name of the copy' },
    }),
    execute: createChangeExecutor(deps, async ({ agent: path, to, name }: CloneArguments) => {
      if (`${to}/`.startsWith(`${path}/`)) {
        throw new FolderError(`${to} is inside the folder of the agent: choose another folder`);
      }
      const [source, target] = [workspace.openStorage(path), workspace.openStorage(to)];
      const { version } = await readWorkspaceAgent(source);
      await requireNoAgent(target);
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
