import type { bridgeCallTasks, bridgeTools } from '../../calling/index.ts';
import { ORIGIN_HEADER_OPTION, readOriginHeaders } from '../agent-headers.ts';
import { openCalledAgents, type CalledAgents } from '../bridge-agents.ts';
import { EXIT, getOptionText, type Command, type OptionValues, type CommandContext } from '../command.ts';
import { LISTEN_OPTIONS, readListenOptions, refuseWithoutPort } from '../listen-options.ts';
import { addCommandLog } from '../command-log.ts';
import { MODEL_OPTION } from '../served-folder.ts';
import { servedOn } from '../served-on.ts';

/** How long running tasks may take to end; the next start goes on with those that have not ended. */
const GRACE_MS = 2000;

const INSTRUCTIONS =
  'Calls other agents. See list_agents for who they are; call_agent gives one a task. A task that takes long is looked at with get_task; one that asks something, or wants decisions, is answered with answer_task once the user has said what.';

export const a2aMcp: Command = addCommandLog({
  words: ['a2a-mcp'],
  operand: '<url|path>',
  isRepeated: true,
  about: 'Offers agents to an MCP client, as tools that call them.',
  more: 'An agent is an A2A address, of 1.0 or 0.3, one that "timestep agents" knows, or a path: a folder, or a .yaml or .md file, which is answered for in this process; a folder of several is each of them, and agents come and go with their files. The client starts this command and speaks over standard input and output, or with --port over HTTP at /mcp. Tasks are kept in the database: the handle of one that takes long holds in the next process as well. Messages for people go to standard error.',
  options: {
    ...LISTEN_OPTIONS,
    'agent-header': ORIGIN_HEADER_OPTION,
    model: MODEL_OPTION,
  },
  backend: 'serve',
  sections: [
    {
      title: 'In .mcp.json of Claude Code, and its like:',
      rows: [
        [
          '{ "mcpServers": { "agents": {',
          '"command": "timestep", "args": ["a2a-mcp", "https://agents.example/weather"] } } }',
        ],
      ],
    },
  ],
  examples: [
    'timestep a2a-mcp https://agents.example/weather agents/guide',
    'claude mcp add agents -- timestep a2a-mcp https://agents.example/weather',
    "timestep a2a-mcp https://agents.example/weather --agent-header 'Authorization: Bearer ${env:TOKEN}'",
    "timestep a2a-mcp agents/guide --port 8080 --api-key '${env:API_KEY}'",
  ],
  async run({ operands, values }, around) {
    const { backend: openBackend } = servedOn(values, around);
    const listening = listeningIn(values, around.env);
    const bridging = await import('../../calling/index.ts');
    const { newUuid, runnerWithSessions, systemClock } = await import('../../runner/index.ts');
    const { ownTasks, openWithStores } = await import('../../port/index.ts');
    const { env, complain } = around;
    const model = getOptionText(values, 'model');
    const called = await openCalledAgents(operands, {
      model,
      headersOf: (addresses) => readOriginHeaders(values, addresses, env),
      env,
      complain,
    });
    try {
      const { onError, loops, agents } = called;
      const backend = await openWithStores(called.giveStores, () =>
        openBackend({ agents: loops, onError }),
      );
      try {
        const { sessions } = backend;
        const clock = systemClock;
        const runner = runnerWithSessions(backend.runner, { sessions, clock, onError });
        const bridge = {
          agents,
          tasksOf: (principal: string) => ownTasks(runner, { principal }),
          clock,
          newId: newUuid,
        };
        const tools = bridging.bridgeTools(bridge);
        const callTasks = bridging.bridgeCallTasks(bridge);
        const stateKey = await runner.stateKey();
        await served({ tools, callTasks, stateKey, listening, called, around, done: backend.done });
        return EXIT.fine;
      } finally {
        await backend.close(GRACE_MS);
      }
    } finally {
      await called.close();
    }
  },
});

type Listening = NonNullable<ReturnType<typeof listeningIn>>;

interface Serving {
  readonly tools: ReturnType<typeof bridgeTools>;
  readonly callTasks: ReturnType<typeof bridgeCallTasks>;
  readonly stateKey: Uint8Array;
  readonly listening: Listening | undefined;
  readonly called: CalledAgents;
  readonly around: CommandContext;
  readonly done: Promise<void>;
}

/** Serves until the client has gone, the command is stopped or the backend has failed. */
async function served(serving: Serving): Promise<void> {
  const { tools, callTasks, stateKey, listening, called, around, done } = serving;
  const { Environment } = await import('../../server/index.ts');
  const environment = new Environment({
    environmentId: 'agents',
    version: around.version,
    enableHandoff: false,
    instructions: INSTRUCTIONS,
    tools,
    callTasks,
  });
  const { onError } = called;
  const stop = around.stopped();
  if (!listening) {
    await Promise.race([environment.run('stdio', { onError }), stopped(stop), done]);
    return;
  }
  const open = await environment.start({ ...listening, stateKey, onError });
  around.write(`${open.url}/mcp\n`);
  try {
    await Promise.race([stopped(stop), done]);
  } finally {
    await open.close(GRACE_MS);
  }
}

/** Where the command listens; `undefined` where it speaks over standard input and output. */
function listeningIn(values: OptionValues, env: CommandContext['env']) {
  const { port, ...choice } = readListenOptions(values, env);
  if (port !== undefined) return { port, ...choice };
  refuseWithoutPort(values, Object.keys(LISTEN_OPTIONS));
  return undefined;
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
