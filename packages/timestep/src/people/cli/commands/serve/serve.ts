import { omitUndefined, formatForeignBlock } from '#core';
import { AGENT_OPTIONS, openServedAgents } from '../../agents/served-agents.ts';
import { MODEL_OPTION } from '../../agents/served-folder.ts';
import { createServerBackend } from '../../backends/server-backend.ts';
import { JSON_OPTION, type Command } from '../../command.ts';
import { addLogging } from '../../log/command-log.ts';
import { CARD_KEY_OPTION, readCardKey } from '../../options/card-key.ts';
import { createGraceOption, readGrace } from '../../options/grace-option.ts';
import {
  CALLER_LIMIT_OPTIONS,
  LISTEN_OPTIONS,
  PUBLIC_URL_OPTION,
  readPortOfPlatform,
  readServeOptions,
  TOKEN_OPTIONS,
  TRUST_PROXY_OPTION,
} from '../../options/listen-options.ts';
import { parseCrashLimit, parseDuration } from '../../options/quantity.ts';
import { formatResult, formatTable } from '../../output/plain-text.ts';
import { openDashboardIfAccessible } from './dashboard.ts';
import { GRPC_OPTION, startGrpcServer, type ServedGrpc } from './grpc-server.ts';
import { waitForAbort } from './wait-for-abort.ts';

/** Seconds that running tasks get to finish when the command is stopped. */
const GRACE_S = 5;

export const serveAgent: Command = addLogging({
  usage: 'serve <path|url> …',
  about: 'Serves agents over A2A and OpenAI Responses until it is stopped.',
  more: 'An agent is a folder, a .yaml or .md file, an A2A URL, or the name of a saved agent (see "timestep agents"); a folder with several agents serves all of them. File changes apply to tasks that start later, and agents in such a folder can be added and removed without a restart. Tasks are stored in a database, and the next start resumes them. If the backend supports workers, this process and every "timestep worker" run the tasks, and several servers can share one database. An address other than localhost requires --api-key or --issuer. If OTEL_EXPORTER_OTLP_ENDPOINT names a collector, such as http://127.0.0.1:4318, or the keys of Langfuse are set, traces are sent there.',
  options: {
    port: { value: 'N', about: 'port for HTTP (default: PORT, or 9999); 0 uses any free port' },
    host: LISTEN_OPTIONS.host,
    'grpc-port': GRPC_OPTION,
    'public-url': PUBLIC_URL_OPTION,
    'allowed-host': LISTEN_OPTIONS['allowed-host'],
    'allowed-origin': LISTEN_OPTIONS['allowed-origin'],
    'trust-proxy': TRUST_PROXY_OPTION,
    'api-key': LISTEN_OPTIONS['api-key'],
    ...TOKEN_OPTIONS,
    'card-key': CARD_KEY_OPTION,
    ...CALLER_LIMIT_OPTIONS,
    retention: {
      value: 'DURATION',
      about: 'how long finished tasks are retained: a number and s, m, h or d (default: forever)',
    },
    'crash-limit': {
      value: 'N',
      about:
        'number of consecutive crashes that a task may cause before a person must decide (default 3)',
    },
    grace: createGraceOption(GRACE_S),
    ...AGENT_OPTIONS,
    model: { ...MODEL_OPTION, about: 'model to use instead of the models of the folders' },
    runs: {
      value: 'DIR',
      about: 'folder with runs of "timestep run" that the page shows (default runs)',
    },
    suites: {
      value: 'DIR',
      about: 'folder with suite files that can be run from the page (default suites)',
    },
    backups: {
      value: 'DIR',
      about: 'folder for database backups made on the page (default backups)',
    },
    'no-ui': { about: 'disables the page at /ui' },
    json: { ...JSON_OPTION, about: 'prints the addresses as JSON' },
  },
  backend: 'serve',
  examples: [
    'timestep serve agents/guide',
    'timestep serve agents/guide --port 8080 --database data/tasks.db',
    'timestep serve agents https://peer.example/agents/sky --json',
    'timestep serve agents --expose desk --expose sky',
    'timestep serve .claude/agents/reviewer.md --model openai/gpt-4o-mini',
    "timestep serve agents/guide --host 0.0.0.0 --api-key '${env:API_KEY}' --allowed-host agents.example",
    'timestep serve agents/guide --issuer https://login.example --audience https://agents.example --scope agents:ask',
    "timestep serve agents/guide --database '${env:DATABASE_URL}' --retention 30d --grace 60s",
    'timestep serve agents/guide --card-key card-key.pem',
    'timestep serve agents/guide --log-level info',
  ],
  async run({ operands, values }, context) {
    // The log is removed from the context, because the server itself logs its tasks.
    const { log, ...quiet } = context;
    const { env, getStopSignal, write } = context;
    const retention = values.parse('retention', (age) => ({ endedForMs: parseDuration(age) }));
    const crashLimit = values.parse('crash-limit', parseCrashLimit);
    const graceMs = readGrace(values, GRACE_S);
    const more = omitUndefined({ retention, crashLimit });
    const server = createServerBackend(values, quiet, more);
    const options = {
      ...readPortOfPlatform(env),
      ...readServeOptions(values, env),
      ...(await readCardKey(values, env)),
    };
    const served = await openServedAgents(operands, values, context);
    const { agents, onError } = served;
    let grpc: ServedGrpc | undefined;
    try {
      grpc = await startGrpcServer(values);
      const { DEFAULT_PROTOCOLS, serve } = await import('#serving/server');
      const page = values.isSet('no-ui')
        ? undefined
        : await openDashboardIfAccessible(options, values, served, server, context);
      const serving = await serve({
        agents,
        ...options,
        backend: server.backend,
        onError,
        ...(page && { protocols: [...DEFAULT_PROTOCOLS, page.protocol] }),
        ...omitUndefined({ interfaces: grpc?.interfaces, log }),
      });
      grpc?.setHandler(serving.fetch);
      served.startReporting(() => serving.addresses());
      // The signal exists before the URL is printed: a program that reads the URL may stop the command at once.
      const signal = getStopSignal();
      const addresses: ServerAddresses = {
        url: serving.url,
        port: serving.port,
        runner: server.runner,
        agents: serving.addresses().map(({ agentId: id, url }) => {
          return { id, url, source: served.getSource(id) };
        }),
        ...omitUndefined({ grpc: grpc?.address, page: page?.address(serving.url) }),
      };
      write(formatResult(values, addressesToJson(addresses), formatAddresses(addresses)));
      try {
        await Promise.race([waitForAbort(signal), serving.done]);
      } finally {
        await Promise.all([grpc?.close(graceMs), serving.close(graceMs)]);
      }
    } finally {
      await grpc?.close(0);
      await served.close();
    }
  },
});

export const a2aServer: Command = {
  ...serveAgent,
  usage: 'a2a-server <path|url> …',
  about: 'Alias of "timestep serve".',
  examples: ['timestep a2a-server agents --json'],
};

interface ServerAddresses {
  readonly url: string;
  readonly port: number;
  readonly runner: string;
  readonly agents: readonly Readonly<Record<'id' | 'url' | 'source', string>>[];
  readonly grpc?: string;
  /** URL of the dashboard, including its access token. */
  readonly page?: string;
}

function addressesToJson(addresses: ServerAddresses): object {
  const [only, ...others] = addresses.agents;
  return { ...(only && others.length === 0 && { agent: only.id }), ...addresses };
}

function formatAddresses({ agents, url, runner, grpc, page }: ServerAddresses): string[] {
  const [only, ...others] = agents;
  const rows =
    only && others.length === 0
      ? [
          [only.id, url],
          ['  card', `${url}/.well-known/agent-card.json`],
        ]
      : agents.map((agent) => [agent.id, agent.url, formatForeignBlock(agent.source)]);
  const table = formatTable([
    ...(page === undefined ? [] : [['page', page]]),
    ...rows,
    ['  responses', `${url}/v1/responses`],
    ...(grpc === undefined ? [] : [['  grpc', grpc]]),
    ['  runner', runner],
  ]);
  return [...table, 'Press Ctrl-C to stop.'];
}
