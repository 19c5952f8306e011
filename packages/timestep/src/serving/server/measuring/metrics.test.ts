import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openMemory, openSqlite } from '#engine/runner';
import { Agent } from '../agent/agent.ts';
import { serve } from '../lazy-serve.ts';
import type { Serving } from '../serve.ts';
import type { ServeOptions } from '../serve-options.ts';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The lines with values; the form itself is tested where it is written. */
function samplesIn(text: string): readonly Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', pairs = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const labels = [...pairs.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, label = '']) => [
        key,
        label,
      ]);
      return { name, labels: Object.fromEntries(labels) as Sample['labels'], value: Number(value) };
    });
}

const SECRET = 'sk-canary-1234567890';

async function serving(options: Partial<ServeOptions> = {}): Promise<Serving> {
  const agents = [
    new Agent({
      agentId: 'guide',
      name: 'guide',
      model: async () => ({ role: 'assistant', content: 'It is sunny.' }),
    }),
  ];
  const server = await serve({ agents, port: 0, backend: openMemory, ...options });
  onTestFinished(() => server.close(0));
  return server;
}

async function metricsOf({ fetch, url }: Serving, headers: Record<string, string> = {}) {
  const answer = await fetch(new Request(`${url}/metrics`, { headers }));
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  };
}

/** Asks until the metrics hold what is looked for, because tasks are measured after they went on. */
async function until(server: Serving, isThere: (samples: readonly Sample[]) => boolean) {
  for (;;) {
    const samples = samplesIn((await metricsOf(server)).text);
    if (isThere(samples)) return samples;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ask({ fetch, url }: Serving, text: string): Promise<void> {
  const answer = await fetch(
    new Request(`${url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-note': SECRET },
      body: JSON.stringify({ model: 'guide', input: text }),
    }),
  );
  expect(await answer.json()).toMatchObject({ status: 'completed' });
}

it('shows requests, tasks by state, and how long turns take, without what was said', async () => {
  const server = await serving();
  expect(await metricsOf(server)).toMatchObject({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
  });
  await ask(server, SECRET);
  const samples = await until(server, (all) =>
    all.some(({ name }) => name === 'gen_ai_invoke_agent_duration_seconds_count'),
  );
  const valueOf = (name: string, labels: Readonly<Record<string, string>>): number | undefined =>
    samples.find(
      (one) =>
        one.name === name &&
        Object.entries(labels).every(([key, value]) => one.labels[key] === value),
    )?.value;
  const guide = { gen_ai_agent_name: 'guide' };
  expect(valueOf('gen_ai_invoke_agent_duration_seconds_count', guide)).toBe(1);
  expect(valueOf('timestep_tasks', { state: 'completed' })).toBe(1);
  expect(valueOf('timestep_store_healthy', {})).toBe(1);
  expect(
    valueOf('http_server_request_duration_seconds_count', {
      http_request_method: 'POST',
      http_response_status_code: '200',
    }),
  ).toBe(1);
  expect(JSON.stringify(samples)).not.toContain(SECRET);
});

it('gives agents one route, whatever paths are asked for', async () => {
  const server = await serving();
  for (const path of ['/agents/guide/.well-known/agent-card.json', '/nothing/1', '/nothing/2']) {
    await server.fetch(new Request(`${server.url}${path}`));
  }
  const samples = await until(server, () => true);
  const routes = samples
    .filter(({ name }) => name === 'http_server_request_duration_seconds_count')
    .map(({ labels, value }) => [labels['http_route'], labels['http_response_status_code'], value]);
  expect(routes).toEqual([
    ['/agents/{agent}', '200', 1],
    [undefined, '404', 2],
  ]);
});

it('shows how long commits take and wait, and what is refused', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'timestep-')), 'tasks.db');
  const server = await serving({ backend: (needs) => openSqlite({ ...needs, path }) });
  await metricsOf(server);
  await ask(server, 'hello');
  await server.fetch(new Request(`${server.url}/health`, { headers: { host: 'forged.example' } }));
  await server.fetch(new Request('http://forged.example/health'));
  const samples = await until(server, (all) =>
    all.some(({ name }) => name === 'timestep_store_commit_duration_seconds_count'),
  );
  const countOf = (name: string) => samples.find((one) => one.name === name)?.value;
  const commits = countOf('timestep_store_commit_duration_seconds_count');
  expect(commits).toBeGreaterThan(0);
  expect(countOf('timestep_store_queue_duration_seconds_count')).toBe(commits);
  expect(samples.filter(({ name }) => name === 'timestep_refusals_total')).toEqual([
    { name: 'timestep_refusals_total', labels: { error_type: '403' }, value: 2 },
  ]);
});

it('shows what is still to be sent to receivers of notifications', async () => {
  const server = await serving({ allowedPushHosts: ['127.0.0.1:9'] });
  const asked = {
    message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hello' }] },
    configuration: { taskPushNotificationConfig: { url: 'http://127.0.0.1:9/hook' } },
  };
  const answer = await server.fetch(
    new Request(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: asked }),
    }),
  );
  expect(await answer.text()).toContain('It is sunny.');
  const samples = await until(server, (all) =>
    all.some(({ name, labels, value }) => {
      return name === 'timestep_outbox_backlog' && labels['state'] === 'failing' && value === 1;
    }),
  );
  const age = samples.find(({ name }) => name === 'timestep_outbox_age_seconds');
  expect(age?.value).toBeGreaterThanOrEqual(0);
});

it('shows for how long each agent has left a message waiting for a worker', async () => {
  const backend: ServeOptions['backend'] = async (needs) => {
    const opened = openMemory(needs);
    const oldest = [{ agent: 'retired', since: Date.now() - 90_000 }];
    const findWaitingWork = async () => ({ queue: 'desk', oldest });
    return { ...opened, tasks: { ...opened.tasks, findWaitingWork } };
  };
  const samples = samplesIn((await metricsOf(await serving({ backend }))).text);
  const ages = samples.filter(({ name }) => name === 'timestep_waiting_age_seconds');
  expect(ages.map(({ labels }) => labels)).toEqual([
    { agent: 'guide', queue: 'desk' },
    { agent: 'retired', queue: 'desk' },
  ]);
  expect(ages[0]?.value).toBe(0);
  expect(ages[1]?.value).toBeGreaterThanOrEqual(90);
});

it('shows no waiting messages where the process that accepts them works on them', async () => {
  expect((await metricsOf(await serving())).text).not.toContain('timestep_waiting_age_seconds{');
});

it('is behind the keys of the server', async () => {
  const server = await serving({ apiKeys: [{ key: SECRET, principal: 'operator' }] });
  expect((await metricsOf(server)).status).toBe(401);
  expect((await metricsOf(server, { authorization: `Bearer ${SECRET}` })).status).toBe(200);
});

it('passes what it measures on to a meter of the program', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const names: string[] = [];
  const server = await serving({
    meter: {
      createCounter: () => ({ add: () => undefined }),
      createHistogram(name, { unit, advice }) {
        names.push(`${name} ${unit} ${advice?.explicitBucketBoundaries.length}`);
        return {
          record(value, attributes) {
            if (attributes['gen_ai.operation.name'] === 'invoke_agent') resolve(value);
          },
        };
      },
    },
  });
  await ask(server, 'hello');
  expect(await promise).toBeGreaterThanOrEqual(0);
  expect(names).toContain('gen_ai.invoke_agent.duration s 14');
});
