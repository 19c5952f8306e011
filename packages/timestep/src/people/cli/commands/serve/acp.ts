import { Readable, Writable } from 'node:stream';
import { openBackendWithStores } from '#engine/port';
import { openCallableAgents } from '../../agents/callable-agents.ts';
import { createServerLineWriter } from '../../agents/folder-reports.ts';
import {
  checkUniqueNames,
  MODEL_OPTION,
  openFolder,
  type ServedFolder,
} from '../../agents/served-folder.ts';
import { createServerBackend } from '../../backends/server-backend.ts';
import type { Command } from '../../command.ts';
import { createUsageError } from '../../command-error.ts';
import { addLogging } from '../../log/command-log.ts';
import { writeErrorLine } from '../../output/error-writer.ts';
import type { ClientServers } from './client-servers.ts';
import { waitForAbort } from './wait-for-abort.ts';

/** Owner of the sessions; the same as for callers of a server without authentication. */
const PRINCIPAL = '';
/** Milliseconds that running turns get to finish after the editor disconnects. */
const GRACE_MS = 2000;

export const acp: Command = addLogging({
  usage: 'acp <folder> …',
  about: 'Serves agents to an editor over the Agent Client Protocol, on standard input and output.',
  more: 'The editor starts this command and lets the user choose an agent. Sessions are stored in the database: the next start lists them and resumes interrupted turns. Messages for the user go to standard error. Requires the package @agentclientprotocol/sdk.',
  options: {
    model: MODEL_OPTION,
    'offer-model': {
      value: 'PROVIDER/NAME',
      about: 'additional model that the editor can choose',
      isRepeated: true,
    },
  },
  backend: 'serve',
  examples: [
    'timestep acp agents/guide',
    'timestep acp agents/guide agents/reviewer --database ~/.timestep/sessions.db',
    'timestep acp agents/guide --offer-model openai/gpt-4o-mini',
  ],
  async run({ operands, values }, context) {
    const { backend: openBackend } = createServerBackend(values, context);
    const folders: ServedFolder[] = [];
    const model = values.text('model');
    const callable = await openCallableAgents(operands, model, context);
    const servers = await openClientServers(context.writeError);
    try {
      for (const operand of operands) {
        folders.push(await openFolder(operand, model, context, callable.load));
      }
      checkUniqueNames(folders);
      const agents = callable.combineAgents(
        folders.map(({ agent, definition }) =>
          servers.addServerTools(agent.loop, definition.folder),
        ),
      );
      const onError = (thrown: unknown): void => folders[0]?.onError(thrown);
      const users = [...folders.map(({ definition }) => definition), ...callable.users];
      const backend = await openBackendWithStores(users, () => openBackend({ agents, onError }));
      try {
        const {
          createUuid: newId,
          systemClock: clock,
          withCalledProgress,
        } = await import('#engine/runner');
        const { createAcpAgent } = await import('./acp-agent.ts');
        const [first, ...others] = await Promise.all(
          folders.map((folder, at) =>
            createAcpAgent(folder, operands[at] ?? '', values, context, backend),
          ),
        );
        if (!first) throw createUsageError('<folder> is missing');
        const { serveAcp } = await import('#people/acp');
        const { sessions, tasks } = backend;
        const runner = withCalledProgress(backend.runner, clock);
        const deps = {
          version: context.version,
          principal: PRINCIPAL,
          agents: [first, ...others] as const,
          conversations: { runner, sessions, clock, newId, onError },
          tasks,
          directory: process.cwd(),
          useServers: servers.setServers,
          onError,
        };
        const input: ReadableStream<Uint8Array> = Readable.toWeb(process.stdin);
        const serving = await serveAcp(deps, { input, output: Writable.toWeb(process.stdout) });
        await Promise.race([serving.closed, waitForAbort(context.getStopSignal()), backend.done]);
        await serving.close();
      } finally {
        await backend.close(GRACE_MS);
      }
    } finally {
      await servers.close();
      for (const folder of folders) await folder.close();
      await callable.close();
    }
  },
});

async function openClientServers(writeError: (text: string) => void): Promise<ClientServers> {
  const { createClientServers } = await import('./client-servers.ts');
  const { formatSkippedTool, formatSlowStart } = await import('#agents/agent-tools');
  const { openFolderEnvironment } = await import('#agents/agent');
  return createClientServers({
    openEnvironment: (folder) =>
      openFolderEnvironment(folder, {
        onLeftOut: (one) => writeErrorLine(writeError, formatSkippedTool(one)),
        onSlowStart: (...start) => writeErrorLine(writeError, formatSlowStart(...start)),
        onServerLine: createServerLineWriter(writeError),
      }),
  });
}
