import type { McpTool } from '#protocols/mcp';
import {
  MANIFEST,
  createNoSuchPartError,
  isPathOfAgentFile,
  createFileChanges,
  applyEdit,
} from '#agents/folder';
import { buildInputSchema } from '../../internal/tool-arguments.ts';
import { type WorkspaceToolDeps, createChangeExecutor } from '../planned-change.ts';
import { type AgentArguments, readAgent } from '../workspace-agent.ts';
import { AGENT_SCHEMA, VERSION_SCHEMA } from './workspace-schemas.ts';

export function createDeleteAgentTool(deps: WorkspaceToolDeps): McpTool {
  const { workspace } = deps;
  return {
    name: 'delete_agent',
    description:
      'Deletes the files of an agent for good. Other files in its folder stay where they are.',
    input: buildInputSchema({ agent: AGENT_SCHEMA }, { files_version: VERSION_SCHEMA }),
    annotations: { destructiveHint: true },
    execute: createChangeExecutor(deps, async (args: AgentArguments) => {
      const { agent: path } = args;
      const storage = workspace.openStorage(path);
      if (args.files_version !== undefined) await readAgent(args, workspace);
      if (!(await storage.read(MANIFEST)))
        throw createNoSuchPartError(`there is no agent in ${path}`);
      const listed = await storage.list();
      const own = listed.filter(isPathOfAgentFile);
      const removals = await Promise.all(own.map((one) => createFileChanges(storage, one)));
      const changes = removals.flat();
      const stays = listed.length - own.length;
      return {
        what: `delete the agent ${path}`,
        // File contents are not shown, because they may contain secrets.
        shown: own.map((one) => `${path}/${one} (removed)`).join('\n'),
        identity: JSON.stringify([path, changes.map((change) => [change.path, change.version])]),
        async make() {
          await applyEdit(storage, { changes });
          workspace.removeEmpty(path);
          const rest = stays === 0 ? '' : ` ${stays} other files of the folder stay.`;
          return `The agent ${path} was deleted: ${own.length} files.${rest}`;
        },
      };
    }),
  };
}
