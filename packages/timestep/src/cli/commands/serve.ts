import type { Retention } from '../../port/index.ts';
import type { ServeOptions, Serving } from '../../server/index.ts';
import { CALLER_LIMIT_OPTIONS, callerLimitsIn } from '../caller-limit-options.ts';
import { CARD_KEY_OPTION, cardKeyIn } from '../card-key.ts';
import {
  EXIT,
  isSet,
  JSON_OPTION,
  textOf,
  textsOf,
  type Command,
  type OptionValues,
  type Surroundings,
} from '../command.ts';
import { logged } from '../logged.ts';
import { usage } from '../command-error.ts';
import { plainText } from '../plain-text.ts';
import { readDuration } from '../quantity.ts';
import {
  delegationKeyIn,
  LISTEN_OPTIONS,
  listenChoiceIn,
  TOKEN_OPTIONS,
  tokenChoiceIn,
  PUBLIC_URL_OPTION,
  TRUST_PROXY_OPTION,
} from '../listen-options.ts';
import { AGENT_OPTIONS, openServed, type ServedSources } from '../served-catalog.ts';
import { MODEL_OPTION } from '../served-folder.ts';
import { GRPC_OPTION, servedGrpc, type ServedGrpc } from '../served-grpc.ts';
import { servedOn, type ServedOn } from '../served-on.ts';
import { evalSources, servedPage, type PageFolders } from '../served-page.ts';
import { upkeepOf } from '../store-upkeep.ts';
import { loginsIfAny } from '../person-logins.ts';
import { tableOf } from '../table.ts';
import { untilStopped } from '../until-stopped.ts';

/** How long running tasks may take to end once the command must stop. */
export const GRACE_MS = 5000;

export const serveAgent: Command = logged({
  words: ['serve'],
  operand: '<path|url>',
  isRepeated: true,
  about: 'Serves agents over A2A and OpenAI Responses until it is stopped.',
  more: 'An agent is a folder, a .yaml or .md file, an A2A address, or one that "timestep agents" knows; a folder of several is each of them. Changes of files hold for tasks that begin later, and agents of a folder of several come and go. Tasks are kept in a database, and the next start continues them. Where a backend has workers, this process and any "timestep worker" beside it work on them, and several servers may share one database. An address other than loopback needs --api-key or --issuer. Where OTEL_EXPORTER_OTLP_ENDPOINT names a collector, such as http://127.0.0.1:4318, or the keys of Langfuse are set, traces of what agents do are sent there.',
  options: {
    port: { type: 'string', value: 'N', about: 'default 9999; 0 takes any free port' },
    host: LISTEN_OPTIONS.host,
    'grpc-port': GRPC_OPTION,
    'public-url': PUBLIC_URL_OPTION,
    'allowed-host': LISTEN_OPTIONS['allowed-host'],
    'trust-proxy': TRUST_PROXY_OPTION,
    'api-key': LISTEN_OPTIONS['api-key'],
    ...TOKEN_OPTIONS,
    'card-key': CARD_KEY_OPTION,
    ...CALLER_LIMIT_OPTIONS,
    retention: {
      type: 'string',
      value: 'DURATION',
      about: 'how long ended tasks are kept: a number and s, m, h or d (default forever)',
    },
    ...AGENT_OPTIONS,
    model: { ...MODEL_OPTION, about: 'answers instead of the models of folders' },
    runs: {
      type: 'string',
      value: 'DIR',
      about: 'the folder of runs of "timestep run" that the page shows (default runs)',
    },
    suites: {
      type: 'string',
      value: 'DIR',
      about: 'the folder of suites, files of tasks, that the page can run (default suites)',
    },
    backups: {
      type: 'string',
      value: 'DIR',
      about: 'the folder into which the page copies the database (default backups)',
    },
    'no-ui': { type: 'boolean', about: 'without the page at /ui' },
    json: { ...JSON_OPTION, about: 'says where it listens in JSON, for programs' },
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
    "timestep serve agents/guide --database '${env:DATABASE_URL}' --retention 30d",
    'timestep serve agents/guide --card-key card-key.pem',
    'timestep serve agents/guide --log-level info',
  ],
  async run({ operands, values }, around) {
    const { stopped, write, log, ...quiet } = around;
    // The server itself writes about its tasks.
    const on = servedOn(values, { stopped, write, ...quiet }, retentionIn(values));
    const { runner, backend } = on;
    const options = {
      ...serveOptionsIn(values, around.env),
      ...(await cardKeyIn(values, around.env)),
    };
    const served = await openServed(operands, values, around);
    const { agents, onError } = served;
    let grpc: ServedGrpc | undefined;
    try {
      grpc = await servedGrpc(values);
      const { DEFAULT_PROTOCOLS, serve } = await import('../../server/index.ts');
      const page = isSet(values, 'no-ui')
        ? undefined
        : await servedPage(options, await foldersIn(values, served, on, around));
      const protocols = page && [...DEFAULT_PROTOCOLS, page.protocol];
      const serving = await serve({
        agents,
        ...options,
        backend,
        onError,
        ...(protocols && { protocols }),
        ...(grpc && { interfaces: grpc.interfaces }),
        ...(log && { log }),
      });
      grpc?.answerWith(serving.fetch);
      const { url, port } = serving;
      const told = serving.addresses().map(({ agentId: id, url: address }) => ({
        id,
        url: address,
        source: served.sourceOf(id),
      }));
      served.report(() => serving.addresses());
      // A reader of the line may stop the command at once.
      const signal = stopped();
      const isJson = isSet(values, 'json');
      const all = {
        agents: told,
        url,
        port,
        runner,
        ...(grpc && { grpc: grpc.address }),
        ...(page && { page: page.address(url) }),
      };
      write(`${(isJson ? jsonOf : textFor)(all)}\n`);
      const failed = await stoppedOrFailed(signal, serving);
      await grpc?.close(GRACE_MS);
      await serving.close(GRACE_MS);
      if (failed) throw failed;
      return EXIT.fine;
    } finally {
      await grpc?.close(0);
      await served.close();
    }
  },
});

/** The same under the name that other programs have for it. */
export const a2aServer: Command = {
  ...serveAgent,
  words: ['a2a-server'],
  about: 'The same as "timestep serve".',
  examples: ['timestep a2a-server agents --json'],
};

async function foldersIn(
  values: OptionValues,
  served: ServedSources,
  on: ServedOn,
  around: Surroundings,
): Promise<PageFolders> {
  return {
    upkeep: upkeepOf(on, values, around),
    runs: textOf(values, 'runs') ?? 'runs',
    places: served.places,
    evals: evalSources(
      textOf(values, 'suites') ?? 'suites',
      served,
      textOf(values, 'model'),
      await loginsIfAny(around.env),
    ),
  };
}

function retentionIn(values: OptionValues): { readonly retention?: Retention } {
  const age = textOf(values, 'retention');
  return age === undefined ? {} : { retention: { endedForMs: readDuration(age) } };
}

export function serveOptionsIn(
  values: OptionValues,
  env: Readonly<Record<string, string | undefined>>,
): Omit<ServeOptions, 'agents'> {
  const publicUrl = textOf(values, 'public-url');
  const delegationKey = delegationKeyIn(env);
  const trustProxy = textsOf(values, 'trust-proxy');
  return {
    ...listenChoiceIn(values, env),
    ...tokenChoiceIn(values, publicUrl),
    ...(trustProxy.length > 0 && { trustProxy }),
    ...callerLimitsIn(values),
    ...(publicUrl !== undefined && { publicUrl: readPublicUrl(publicUrl) }),
    ...(delegationKey !== undefined && { delegationKey }),
  };
}

function readPublicUrl(given: string): string {
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given;
  throw usage(`--public-url "${given}" is not an address: give one such as https://agents.example`);
}

/** Resolves when the command must stop; with the failure, where the server itself failed. */
export async function stoppedOrFailed(
  signal: AbortSignal,
  { done }: Serving,
): Promise<Error | undefined> {
  return Promise.race([
    untilStopped(signal).then(() => undefined),
    done.then(
      () => undefined,
      (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
    ),
  ]);
}

interface Told {
  readonly agents: readonly {
    readonly id: string;
    readonly url: string;
    readonly source: string;
  }[];
  readonly url: string;
  readonly port: number;
  readonly runner: string;
  /** The host and the port of gRPC. */
  readonly grpc?: string;
  /** The address of the page, with what lets one in. */
  readonly page?: string;
}

function jsonOf({ agents, url, port, runner, grpc, page }: Told): string {
  const [only, ...others] = agents;
  const alone = only && others.length === 0 ? { agent: only.id } : {};
  return JSON.stringify({
    ...alone,
    url,
    port,
    runner,
    agents,
    ...(grpc !== undefined && { grpc }),
    ...(page !== undefined && { page }),
  });
}

function textFor({ agents, url, runner, grpc, page }: Told): string {
  const [only, ...others] = agents;
  const rows =
    only && others.length === 0
      ? [
          [only.id, url],
          ['  card', `${url}/.well-known/agent-card.json`],
        ]
      : agents.map((agent) => [agent.id, agent.url, plainText(agent.source)]);
  const more = [
    ['  responses', `${url}/v1/responses`],
    ...(grpc === undefined ? [] : [['  grpc', grpc]]),
    ['  runner', runner],
  ];
  const first = page === undefined ? [] : [['page', page]];
  return [...tableOf([...first, ...rows, ...more]), 'Ctrl-C stops it.'].join('\n');
}
