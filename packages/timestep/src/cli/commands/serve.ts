import { isIPv6 } from 'node:net';
import { serve, type ServeOptions, type Serving } from '../../server/index.ts';
import {
  EXIT,
  isSet,
  JSON_OPTION,
  textOf,
  textsOf,
  type Command,
  type OptionValues,
} from '../command.ts';
import { usage } from '../command-error.ts';
import { readPort } from '../quantity.ts';
import { MODEL_OPTION, openFolder } from '../served-folder.ts';
import { tableOf } from '../table.ts';
import { openTemporalAs, TEMPORAL_OPTIONS } from '../temporal.ts';
import { withEnvironment } from '../with-environment.ts';

const RUNNERS = ['sqlite', 'memory', 'temporal'] as const;
type RunnerName = (typeof RUNNERS)[number];

const DEFAULT_DATABASE: Readonly<Record<RunnerName, string>> = {
  sqlite: '.timestep/tasks.db',
  memory: ':memory:',
  temporal: '.timestep/temporal.db',
};
/** How long running tasks may take to end once the command is to stop. */
const GRACE_MS = 5000;

export const serveAgent: Command = {
  words: ['serve'],
  operand: '<folder>',
  about: 'Serves the agent of a folder over A2A and OpenAI Responses until it is stopped.',
  more: 'Tasks are kept in a database and gone on with by the next start. With --runner temporal they run on Temporal, worked on by this process and any "timestep worker" beside it; several servers may share one PostgreSQL. An address other than loopback needs --api-key.',
  options: {
    port: { type: 'string', value: 'N', about: 'default 9999; 0 takes any free port' },
    host: { type: 'string', value: 'ADDRESS', about: 'default 127.0.0.1' },
    'public-url': {
      type: 'string',
      value: 'URL',
      about: 'where it is reached from outside; its host is an allowed one',
    },
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
    runner: { type: 'string', value: 'NAME', about: `${RUNNERS.join(', ')} (default sqlite)` },
    database: {
      type: 'string',
      value: 'PATH',
      about:
        'where tasks are kept (default .timestep/tasks.db, on Temporal .timestep/temporal.db); on Temporal also postgres://…, write ${env:NAME}',
    },
    'no-worker': { type: 'boolean', about: 'on Temporal: leave the work to others' },
    ...TEMPORAL_OPTIONS,
    model: MODEL_OPTION,
    json: { ...JSON_OPTION, about: 'says where it listens in JSON, for programs' },
  },
  examples: [
    'timestep serve agents/guide',
    'timestep serve agents/guide --port 8080 --database data/tasks.db',
    "timestep serve agents/guide --host 0.0.0.0 --api-key '${env:API_KEY}' --allowed-host agents.example",
    "timestep serve agents/guide --runner temporal --temporal-address 127.0.0.1:7233 --database '${env:DATABASE_URL}'",
  ],
  async run({ operand, values }, { env, stopped, write, complain }) {
    const runner = runnerIn(values);
    const options = serveOptionsIn(values, env);
    const database = withEnvironment(textOf(values, 'database') ?? DEFAULT_DATABASE[runner], env);
    const folder = openFolder(operand, textOf(values, 'model'), complain);
    const { onError } = folder;
    const works = !isSet(values, 'no-worker');
    try {
      const serving = await serve({
        agents: [folder.agent],
        ...options,
        ...(runner === 'temporal'
          ? { backend: (needs) => openTemporalAs(values, env, { ...needs, database, works }) }
          : { database }),
        onError,
      });
      const { url, port } = serving;
      const { agentId } = folder.definition;
      write(`${(isSet(values, 'json') ? jsonOf : textFor)({ agentId, url, port, runner })}\n`);
      const failed = await stoppedOrFailed(stopped(), serving);
      await serving.close(GRACE_MS);
      if (failed) throw failed;
      return EXIT.fine;
    } finally {
      await folder.close();
    }
  },
};

function runnerIn(values: OptionValues): RunnerName {
  const name = textOf(values, 'runner') ?? 'sqlite';
  const known = RUNNERS.find((runner) => runner === name);
  if (known === undefined) throw usage(`"${name}" is no runner: ${RUNNERS.join(', ')}`);
  const needsTemporal = [...Object.keys(TEMPORAL_OPTIONS), 'no-worker'];
  const surplus = needsTemporal.find((option) => values[option] !== undefined);
  if (known !== 'temporal' && surplus !== undefined) {
    throw usage(`--${surplus} goes with --runner temporal`);
  }
  if (known === 'memory' && values['database'] !== undefined) {
    throw usage('--runner memory keeps no --database');
  }
  return known;
}

function serveOptionsIn(
  values: OptionValues,
  env: Readonly<Record<string, string | undefined>>,
): Omit<ServeOptions, 'agents'> {
  const port = textOf(values, 'port');
  const host = textOf(values, 'host');
  const publicUrl = textOf(values, 'public-url');
  const allowedHosts = textsOf(values, 'allowed-host').map(readHost);
  const apiKey = textOf(values, 'api-key');
  return {
    ...(port !== undefined && { port: readPort(port) }),
    ...(host !== undefined && { host }),
    ...(publicUrl !== undefined && { publicUrl: readPublicUrl(publicUrl) }),
    allowedHosts,
    ...(apiKey !== undefined && {
      apiKeys: { [readKey(withEnvironment(apiKey, env))]: 'api-key' },
    }),
  };
}

function readPublicUrl(given: string): string {
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given;
  throw usage(`--public-url "${given}" is no address: give one such as https://agents.example`);
}

function readHost(given: string): string {
  if (isIPv6(given) || /^[^\s/:@]+$/.test(given)) return given;
  throw usage(`--allowed-host "${given}" is no host: give a name without port, as agents.example`);
}

function readKey(given: string): string {
  if (given.trim() !== '') return given;
  throw usage('--api-key is empty, so that anybody could send it: give a key, or leave it out');
}

/** Resolves when the command is to stop; with the failure, where the server is what ended. */
async function stoppedOrFailed(signal: AbortSignal, { done }: Serving): Promise<Error | undefined> {
  const stop = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([
    stop,
    done.then(
      () => undefined,
      (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
    ),
  ]);
}

interface Told {
  readonly agentId: string;
  readonly url: string;
  readonly port: number;
  readonly runner: RunnerName;
}

function jsonOf({ agentId, url, port, runner }: Told): string {
  return JSON.stringify({ agent: agentId, url, port, runner });
}

function textFor({ agentId, url, runner }: Told): string {
  const rows = [
    [agentId, url],
    ['  card', `${url}/.well-known/agent-card.json`],
    ['  responses', `${url}/v1/responses`],
    ['  runner', runner],
  ];
  return [...tableOf(rows), 'Ctrl-C stops it.'].join('\n');
}
