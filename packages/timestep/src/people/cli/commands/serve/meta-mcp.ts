import type { OpenBackend } from '#engine/port';
import type { ToolsAgent } from '#serving/server';
import { addLogging } from '../../log/command-log.ts';
import type { Command, CommandContext, OptionValues } from '../../command.ts';
import { CommandError } from '../../command-error.ts';
import {
  LISTEN_OPTIONS,
  PUBLIC_URL_OPTION,
  readServeOptions,
  refuseOptionsThatRequirePort,
} from '../../options/listen-options.ts';
import {
  MODEL_OPTION,
  openFolder,
  checkUniqueNames,
  type ServedFolder,
} from '../../agents/served-folder.ts';
import { createServerBackend } from '../../backends/server-backend.ts';
import { waitForAbort } from './wait-for-abort.ts';

/** Milliseconds that running tasks get to finish when the command is stopped. */
const GRACE_MS = 5000;

const HTTP_OPTIONS = { ...LISTEN_OPTIONS, 'public-url': PUBLIC_URL_OPTION };

export const metaMcp: Command = addLogging({
  usage: 'meta-mcp <folder> …',
  about: 'Exposes agents as MCP tools on standard input and output.',
  more: 'Each entry of metadata.tools becomes a tool named <agent>_<tool>. Every call is a separate task, and the answer of the agent is the result. Actions that require a user are not performed. Changed folders update the tools. Messages for the user go to standard error. With --port, the server listens at /mcp instead, and every agent is also available at /agents/<id>/tools/mcp.',
  options: {
    ...HTTP_OPTIONS,
    model: MODEL_OPTION,
    debug: { about: 'includes the whole transcript in the results, for debugging' },
  },
  backend: 'serve',
  examples: [
    'timestep meta-mcp agents/travel-desk',
    'timestep meta-mcp agents/travel-desk agents/translator --database ~/.timestep/tools.db',
    'timestep meta-mcp agents/travel-desk --port 8080',
  ],
  async run({ operands, values }, context) {
    const { backend } = createServerBackend(values, context);
    const folders: ServedFolder[] = [];
    try {
      for (const operand of operands) {
        folders.push(await openFolder(operand, values.text('model'), context));
      }
      const agents = await requireToolsAgents(folders, operands);
      const onError = (thrown: unknown): void => folders[0]?.onError(thrown);
      const deps = { folders, agents, debug: values.isSet('debug'), backend, onError };
      if (values.text('port') === undefined) {
        refuseOptionsThatRequirePort(values, Object.keys(HTTP_OPTIONS));
        await serveOverStdio(deps, context.getStopSignal());
      } else await serveOverHttp(deps, values, context);
    } finally {
      for (const folder of folders) await folder.close();
    }
  },
});

interface ServeToolsDeps {
  readonly folders: readonly ServedFolder[];
  readonly agents: readonly ToolsAgent[];
  readonly debug: boolean;
  readonly backend: OpenBackend;
  readonly onError: (thrown: unknown) => void;
}

async function requireToolsAgents(
  folders: readonly ServedFolder[],
  operands: readonly string[],
): Promise<ToolsAgent[]> {
  const { isToolsAgent } = await import('#serving/server');
  checkUniqueNames(folders);
  return folders.map(({ agent }, at) => {
    if (isToolsAgent(agent)) return agent;
    throw new CommandError(
      'not-tools',
      `${operands[at]} has no tools to expose: describe them in metadata.tools of its tsagent.json, or serve the agent with timestep serve`,
    );
  });
}

async function serveOverStdio(deps: ServeToolsDeps, stop: AbortSignal): Promise<void> {
  const { createAgentToolsEnvironment } = await import('#serving/server');
  const { serveEnvironmentStdio } = await import('#protocols/mcp');
  const { systemClock, withCalledProgress } = await import('#engine/runner');
  const { folders, agents, debug, onError } = deps;
  const loops = folders.map(({ agent }) => agent.loop);
  const backend = await deps.backend({ agents: loops, onError });
  try {
    for (const { definition } of folders) definition.useSessions(backend.sessions);
    const environment = createAgentToolsEnvironment(agents, {
      runner: withCalledProgress(backend.runner, systemClock),
      debug,
      onError,
    });
    const serving = serveEnvironmentStdio(environment.now(), { onError });
    const unwatch = environment.watch((next) => serving.update(next));
    await Promise.race([serving.closed, waitForAbort(stop), backend.done]);
    unwatch();
    await serving.close();
  } finally {
    await backend.close(GRACE_MS);
  }
}

async function serveOverHttp(
  { folders, agents, debug, backend, onError }: ServeToolsDeps,
  values: OptionValues,
  context: CommandContext,
): Promise<void> {
  const { createJoinedToolsProtocol, serve } = await import('#serving/server');
  const serving = await serve({
    ...readServeOptions(values, context.env),
    agents: folders.map(({ agent }) => agent),
    protocols: [createJoinedToolsProtocol(agents, { debug })],
    backend,
    onError,
  });
  // The stop signal is created first, because a program that reads the URL may end the command right away.
  const stop = context.getStopSignal();
  context.write(`${serving.url}/mcp\n`);
  try {
    await Promise.race([waitForAbort(stop), serving.done]);
  } finally {
    await serving.close(GRACE_MS);
  }
}
