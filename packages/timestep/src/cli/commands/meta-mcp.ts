import type { OpenBackend } from '../../port/index.ts';
import type { ToolsAgent } from '../../server/index.ts';
import { logged } from '../logged.ts';
import { EXIT, isSet, textOf, type Command, type OptionValues } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { LISTEN_OPTIONS, PUBLIC_URL_OPTION, refuseWithoutPort } from '../listen-options.ts';
import { MODEL_OPTION, openFolder, refuseSameNames, type ServedFolder } from '../served-folder.ts';
import { servedOn } from '../served-on.ts';
import { untilStopped } from '../until-stopped.ts';
import { GRACE_MS, serveOptionsIn, stoppedOrFailed } from './serve.ts';

/** The options that concern an address; without a port there is none. */
const OF_ADDRESS = { ...LISTEN_OPTIONS, 'public-url': PUBLIC_URL_OPTION };

export const metaMcp: Command = logged({
  words: ['meta-mcp'],
  operand: '<folder>',
  isRepeated: true,
  about:
    'Serves the tools that agents are for others, as an MCP server on standard input and output.',
  more: 'Each entry of metadata.tools is a tool, called after its agent: <agent>_<tool>. A call is a task of its own, and the words of the agent are the result. Only what needs no person is done in it. A changed folder changes the tools. Messages for people go to standard error. With --port it listens at /mcp instead, and every agent is also at /agents/<id>/tools/mcp.',
  options: {
    ...OF_ADDRESS,
    model: MODEL_OPTION,
    debug: { type: 'boolean', about: 'results hold everything that was said, for people who try' },
  },
  backend: 'serve',
  examples: [
    'timestep meta-mcp agents/travel-desk',
    'timestep meta-mcp agents/travel-desk agents/translator --database ~/.timestep/tools.db',
    'timestep meta-mcp agents/travel-desk --port 8080',
  ],
  async run({ operands, values }, around) {
    const { backend } = servedOn(values, around);
    const folders: ServedFolder[] = [];
    try {
      for (const operand of operands) {
        folders.push(await openFolder(operand, textOf(values, 'model'), around));
      }
      const agents = await toolsAgents(folders, operands);
      const onError = (thrown: unknown): void => folders[0]?.onError(thrown);
      const site = { folders, agents, debug: isSet(values, 'debug'), backend, onError };
      if (textOf(values, 'port') === undefined) {
        refuseWithoutPort(values, Object.keys(OF_ADDRESS));
        await overStdio(site, around.stopped());
      } else await overHttp(site, values, around);
      return EXIT.fine;
    } finally {
      for (const folder of folders) await folder.close();
    }
  },
});

/** What the tools are served with, however clients reach them. */
interface MetaSite {
  readonly folders: readonly ServedFolder[];
  readonly agents: readonly ToolsAgent[];
  readonly debug: boolean;
  readonly backend: OpenBackend;
  readonly onError: (thrown: unknown) => void;
}

async function toolsAgents(
  folders: readonly ServedFolder[],
  operands: readonly string[],
): Promise<ToolsAgent[]> {
  const { isToolsAgent } = await import('../../server/index.ts');
  refuseSameNames(folders);
  return folders.map(({ agent }, at) => {
    if (isToolsAgent(agent)) return agent;
    throw new CommandError(
      'not-tools',
      `${operands[at]} is not an agent whose tools others call: describe them in metadata.tools of its tsagent.json, or serve it with timestep serve`,
    );
  });
}

async function overStdio(site: MetaSite, stop: AbortSignal): Promise<void> {
  const { agentToolsEnvironment } = await import('../../server/index.ts');
  const { serveEnvironmentStdio } = await import('../../mcp/index.ts');
  const { folders, agents, debug, onError } = site;
  const loops = folders.map(({ agent }) => agent.loop);
  const backend = await site.backend({ agents: loops, onError });
  try {
    for (const { definition } of folders) definition.useSessions(backend.sessions);
    const environment = agentToolsEnvironment(agents, {
      runner: backend.runner,
      debug,
      onError,
    });
    const serving = serveEnvironmentStdio(environment.now(), { onError });
    const unwatch = environment.watch((next) => serving.update(next));
    await Promise.race([serving.closed, untilStopped(stop), backend.done]);
    unwatch();
    await serving.close();
  } finally {
    await backend.close(GRACE_MS);
  }
}

async function overHttp(
  { folders, agents, debug, backend, onError }: MetaSite,
  values: OptionValues,
  around: Parameters<Command['run']>[1],
): Promise<void> {
  const { joinedToolsProtocol, serve } = await import('../../server/index.ts');
  const serving = await serve({
    ...serveOptionsIn(values, around.env),
    agents: folders.map(({ agent }) => agent),
    protocols: [joinedToolsProtocol(agents, { debug })],
    backend,
    onError,
  });
  // A reader of the line may stop the command at once.
  const stop = around.stopped();
  around.write(`${serving.url}/mcp\n`);
  const failed = await stoppedOrFailed(stop, serving);
  await serving.close(GRACE_MS);
  if (failed) throw failed;
}
