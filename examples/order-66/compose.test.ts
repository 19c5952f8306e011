import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image?: string;
  readonly container_name?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly environment?: Readonly<Record<string, string>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const OURS: Readonly<Record<string, string>> = {
  'agent-a': 'agent-a.ts',
  'agent-b': 'agent-b.ts',
  driver: 'driver.ts',
};
const text = readFileSync(join(import.meta.dirname, 'compose.yaml'), 'utf8');
const example = readFileSync(join(import.meta.dirname, '.env.example'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;

/** What would keep the composition from doing what the example says of it. */
function problemsOf(all: Compose): string[] {
  const tied = Object.keys(all.services).flatMap((name) => looseEndsOf(name, all));
  const ours = Object.entries(OURS).flatMap(([name, file]) => fragilityOf(name, file, all));
  return [...tied, ...ours];
}

/** What a service needs and does not get. */
function looseEndsOf(name: string, { services, volumes }: Compose): string[] {
  const service = services[name] ?? {};
  const open = (service.ports ?? []).filter((port) => !port.startsWith('127.0.0.1:'));
  const homeless = (service.volumes ?? []).filter(
    (volume) => !Object.hasOwn(volumes, volume.split(':')[0] ?? ''),
  );
  const waiting = Object.entries(service.depends_on ?? {}).flatMap(([other, { condition }]) => {
    const needed = services[other];
    if (!needed) return [`depends on ${other}, which is not there`];
    if (condition === 'service_healthy')
      return needed.healthcheck ? [] : [`${other} has no health`];
    const isEndless = condition === 'service_completed_successfully' && needed.restart !== 'no';
    return isEndless ? [`${other} would be started again for ever`] : [];
  });
  return [
    ...(service.image ? [] : ['has no image']),
    ...open.map((port) => `port ${port} is open to the network`),
    ...homeless.map((volume) => `no volume for ${volume}`),
    ...waiting,
  ].map((problem) => `${name}: ${problem}`);
}

/** What would keep a crash from being followed by a start. */
function fragilityOf(name: string, file: string, { services }: Compose): string[] {
  const { command = [], restart, healthcheck, build } = services[name] ?? {};
  const isBuilt = build && existsSync(join(import.meta.dirname, build.context, build.dockerfile));
  // A shell that waits for several processes outlives the one that crashes.
  const isAlone = command[0] === 'node' && command.includes(file);
  return [
    ...(restart === 'unless-stopped' ? [] : ['is not started again when it dies']),
    ...(isAlone ? [] : [`runs no ${file}`]),
    ...(healthcheck ? [] : ['has no health']),
    ...(isBuilt ? [] : ['nothing to build it from']),
  ].map((problem) => `${name}: ${problem}`);
}

it('has what the example says, tied together', () => {
  expect(problemsOf(compose)).toEqual([]);
  expect(Object.keys(compose.services)).toEqual([
    'agent-a',
    'agent-b',
    'driver',
    'postgres',
    'temporal',
    'temporal-namespace',
    'temporal-ui',
    'langfuse',
    'langfuse-worker',
    'clickhouse',
    'redis',
    'minio',
  ]);
});

it('names the containers of the agents, so that docker inspect finds them', () => {
  const names = ['agent-a', 'agent-b'].map((name) => compose.services[name]?.container_name);
  expect(names).toEqual(['agent-a', 'agent-b']);
});

it('makes the namespace before agent B starts', () => {
  const { 'agent-b': agentB, 'temporal-namespace': namespace } = compose.services;
  expect(namespace?.command?.join(' ')).toContain('namespace create');
  expect(namespace?.command?.join(' ')).toContain('--namespace a2a-demo');
  expect(agentB?.environment).toMatchObject({ TEMPORAL_NAMESPACE: 'a2a-demo' });
  expect(agentB?.depends_on).toMatchObject({
    'temporal-namespace': { condition: 'service_completed_successfully' },
  });
});

it('names every setting in .env.example', () => {
  const used = [...text.matchAll(/\$\{([A-Z_0-9]+)/g)].map(([, name = '']) => name);
  expect(used).not.toHaveLength(0);
  expect(used.filter((name) => !example.includes(`\n${name}=`))).toEqual([]);
});

it.each<[string, Partial<Service>, string]>([
  [
    'two processes behind a shell',
    { command: ['sh', '-c', 'node agent-b.ts & wait'] },
    'agent-b: runs no agent-b.ts',
  ],
  ['no restart', { restart: 'no' }, 'agent-b: is not started again when it dies'],
  [
    'a port for everybody',
    { ports: ['8080:8080'] },
    'agent-b: port 8080:8080 is open to the network',
  ],
  ['a volume nobody made', { volumes: ['b:/data'] }, 'agent-b: no volume for b:/data'],
  [
    'a service nobody has',
    { depends_on: { redid: { condition: 'service_healthy' } } },
    'agent-b: depends on redid, which is not there',
  ],
  [
    'the health of what has none',
    { depends_on: { 'temporal-ui': { condition: 'service_healthy' } } },
    'agent-b: temporal-ui has no health',
  ],
  [
    'the end of what never ends',
    { depends_on: { temporal: { condition: 'service_completed_successfully' } } },
    'agent-b: temporal would be started again for ever',
  ],
  [
    'a file to build from that is not there',
    { build: { context: '.', dockerfile: 'Dockerfile.b' } },
    'agent-b: nothing to build it from',
  ],
])('would notice %s', (_name, bad, problem) => {
  const agentB = { ...compose.services['agent-b'], ...bad };
  expect(
    problemsOf({ ...compose, services: { ...compose.services, 'agent-b': agentB } }),
  ).toContain(problem);
});
