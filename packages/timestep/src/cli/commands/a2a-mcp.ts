import type { bridgeTools } from '../../bridge/index.ts';
import { ORIGIN_HEADER_OPTION, originHeadersOf } from '../agent-headers.ts';
import { openCalledAgents, type CalledAgents } from '../called-agents.ts';
import {
  EXIT,
  textOf,
  textsOf,
  type Command,
  type OptionValues,
  type Surroundings,
} from '../command.ts';
import { usage } from '../command-error.ts';
import { readHost, readKey } from '../listen-options.ts';
import { readPort } from '../quantity.ts';
import { MODEL_OPTION } from '../served-folder.ts';
import { servedOn } from '../served-on.ts';
import { withEnvironment } from '../with-environment.ts';

/** How long running tasks may take to end; the next start goes on with those that have not ended. */
const GRACE_MS = 2000;

const INSTRUCTIONS =
  'Calls other agents. See list_agents for who they are; call_agent gives one a task. A task that takes long is looked at with get_task; one that asks something, or wants decisions, is answered with answer_task once the user has said what.';

export const a2aMcp: Command = {
  words: ['a2a-mcp'],
  operand: '<url|path>',
  isRepeated: true,
  about: 'Offers agents to an MCP client, as tools that call them.',
  more: 'An agent is an A2A address, of 1.0 or 0.3, one that "timestep agents" knows, or a path: a folder, or a .yaml or .md file, which is answered for in this process; a folder of several is each of them, and agents come and go with their files. The client starts this command and speaks over standard input and output, or with --port over HTTP at /mcp. Tasks are kept in the database: the handle of one that takes long holds in the next process as well. Messages for people go to standard error.',
  options: {
    port: { type: 'string', value: 'N', about: 'serve over HTTP; 0 takes any free port' },
    host: { type: 'string', value: 'ADDRESS', about: 'default 127.0.0.1; others need --api-key' },
    'allowed-host': {
      type: 'string',
      value: 'NAME',
      about: 'a host it answers to beside loopback and --host; as often as needed',
      isRepeated: true,
    },
    'api-key': {
      type: 'string',
      value: 'KEY',
      about: 'what every request must bring; write ${env:NAME}',
    },
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
    const listening = listenOptionsIn(values, around.env);
    const { bridgeTools: toolsOf } = await import('../../bridge/index.ts');
    const { newUuid, runnerWithSessions, systemClock } = await import('../../runner/index.ts');
    const { ownTasks, openWithStores } = await import('../../port/index.ts');
    const { env, complain } = around;
    const model = textOf(values, 'model');
    const called = await openCalledAgents(operands, {
      model,
      headersOf: (addresses) => originHeadersOf(values, addresses, env),
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
        const tools = toolsOf({
          agents,
          tasksOf: (principal) => ownTasks(runner, { principal }),
          clock,
          newId: newUuid,
        });
        const stateKey = await runner.stateKey();
        await served({ tools, stateKey, listening, called, around, done: backend.done });
        return EXIT.fine;
      } finally {
        await backend.close(GRACE_MS);
      }
    } finally {
      await called.close();
    }
  },
};

type Listening = NonNullable<ReturnType<typeof listenOptionsIn>>;

interface Serving {
  readonly tools: ReturnType<typeof bridgeTools>;
  readonly stateKey: Uint8Array;
  readonly listening: Listening | undefined;
  readonly called: CalledAgents;
  readonly around: Surroundings;
  readonly done: Promise<void>;
}

/** Serves until the client has gone, the command is stopped or the backend has failed. */
async function served(serving: Serving): Promise<void> {
  const { tools, stateKey, listening, called, around, done } = serving;
  const { Environment } = await import('../../server/index.ts');
  const environment = new Environment({
    environmentId: 'agents',
    version: around.version,
    enableHandoff: false,
    instructions: INSTRUCTIONS,
    tools,
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

function listenOptionsIn(values: OptionValues, env: Surroundings['env']) {
  const port = textOf(values, 'port');
  const host = textOf(values, 'host');
  const apiKey = textOf(values, 'api-key');
  const allowedHosts = textsOf(values, 'allowed-host').map(readHost);
  if (port === undefined) {
    const surplus = [host, apiKey, allowedHosts[0]].some((one) => one !== undefined);
    if (surplus) throw usage('--host, --api-key and --allowed-host go with --port');
    return undefined;
  }
  return {
    port: readPort(port),
    allowedHosts,
    ...(host !== undefined && { host }),
    ...(apiKey !== undefined && {
      apiKeys: { [readKey(withEnvironment(apiKey, env))]: 'api-key' },
    }),
  };
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
