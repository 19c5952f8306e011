import { openCalledAgents } from '../../agents/bridge-agents.ts';
import { MODEL_OPTION } from '../../agents/served-folder.ts';
import { createServerBackend } from '../../backends/server-backend.ts';
import type { Command, OptionValues, CommandContext } from '../../command.ts';
import { addLogging } from '../../log/command-log.ts';
import { ORIGIN_HEADER_OPTION, readOriginHeaders } from '../../options/agent-headers.ts';
import {
  LISTEN_OPTIONS,
  readListenOptions,
  refuseOptionsThatRequirePort,
} from '../../options/listen-options.ts';
import { waitForAbort } from './wait-for-abort.ts';

/** Milliseconds that running tasks get to finish. The next start resumes unfinished tasks. */
const GRACE_MS = 2000;

const INSTRUCTIONS =
  'Calls other agents. List them with list_agents, and give one a task with call_agent. Check a long task with get_task. If a task asks a question or requires approval, ask the user, then answer with answer_task.';

export const a2aMcp: Command = addLogging({
  usage: 'a2a-mcp <url|path> …',
  about: 'Exposes agents to an MCP client, as tools that call them.',
  more: 'An agent is an A2A URL (1.0 or 0.3), the name of a saved agent (see "timestep agents"), or a path: a folder, or a .yaml or .md file, which runs in this process. A folder with several agents adds all of them; agents appear and disappear with their files. The client starts this command and communicates over standard input and output, or over HTTP at /mcp with --port. Tasks are stored in the database: the handle of a long task remains valid after a restart. Messages for the user go to standard error.',
  options: {
    ...LISTEN_OPTIONS,
    'agent-header': ORIGIN_HEADER_OPTION,
    model: MODEL_OPTION,
  },
  backend: 'serve',
  sections: [
    {
      title: 'In .mcp.json of Claude Code and similar clients:',
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
  async run({ operands, values }, context) {
    const { env } = context;
    const { backend: openBackend } = createServerBackend(values, context);
    const http = findHttpOptions(values, env);
    const { createMcpCallTasks, createMcpCallingTools } = await import('#agents/calling');
    const { createUuid, systemClock, withCalledProgress, withWaitReasons, withSessions } =
      await import('#engine/runner');
    const { createOwnTasks, openBackendWithStores } = await import('#engine/port');
    const { Environment } = await import('#serving/server');
    const called = await openCalledAgents(operands, values.text('model'), context, (addresses) =>
      readOriginHeaders(values, addresses, env),
    );
    try {
      const { onError, loops, agents } = called;
      const backend = await openBackendWithStores(called.giveStores, () =>
        openBackend({ agents: loops, onError }),
      );
      try {
        const { sessions } = backend;
        const followed = withCalledProgress(withWaitReasons(backend.runner), systemClock);
        const runner = withSessions(followed, { sessions, clock: systemClock, onError });
        const bridge = {
          agents,
          getTasks: (principal: string) => createOwnTasks(runner, { principal }),
          clock: systemClock,
          newId: createUuid,
        };
        const environment = new Environment({
          environmentId: 'agents',
          version: context.version,
          enableHandoff: false,
          instructions: INSTRUCTIONS,
          tools: createMcpCallingTools(bridge),
          callTasks: createMcpCallTasks(bridge),
        });
        const stateKey = await runner.getStateKey();
        const stop = context.getStopSignal();
        const waitForEnd = () => Promise.race([waitForAbort(stop), backend.done]);
        if (!http) {
          return await Promise.race([environment.run('stdio', { onError }), waitForEnd()]);
        }
        const serving = await environment.start({ ...http, stateKey, onError });
        context.write(`${serving.url}/mcp\n`);
        try {
          await waitForEnd();
        } finally {
          await serving.close(GRACE_MS);
        }
      } finally {
        await backend.close(GRACE_MS);
      }
    } finally {
      await called.close();
    }
  },
});

/** Reads the listen options. Returns undefined if the command uses standard input and output. */
function findHttpOptions(values: OptionValues, env: CommandContext['env']) {
  const { port, ...choice } = readListenOptions(values, env);
  if (port !== undefined) return { port, ...choice };
  refuseOptionsThatRequirePort(values, Object.keys(LISTEN_OPTIONS));
  return undefined;
}
