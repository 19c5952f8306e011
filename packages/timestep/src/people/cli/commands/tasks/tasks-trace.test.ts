import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '#protocols/http';
import {
  createTestFolder,
  openTestRunner,
  createTask,
  runInProcess,
  type FinishedRun,
} from '../../timestep.fixture.ts';

type Environment = Readonly<Record<string, string>>;

/** The command over a database with one task, that of `agent`. */
async function tracing(agent: string, text: string) {
  const path = join(createTestFolder(), 'tasks.db');
  const { id } = await createTask(openTestRunner(path), agent, text);
  const trace = (args: readonly string[] = [], env: Environment = {}): Promise<FinishedRun> =>
    runInProcess(['tasks', 'trace', id, ...args, '--database', path], env);
  return { id, trace };
}

it('shows what an agent did, and nothing that was said', async () => {
  const { trace } = await tracing('parrot', 'SECRET \u001B[31m');
  const { code, stdout, stderr } = await trace();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [title, ...rows] = stdout.trimEnd().split('\n');
  expect(title).toMatch(/^Trace [0-9a-f]{32}: 2 spans, \d+\.\d{3} s$/);
  expect(rows[0]).toMatch(/^invoke_agent parrot +\d+\.\d{3} s {2}█+$/);
  expect(stdout).toMatch(/^ {2}chat +\d+\.\d{3} s/m);
  expect(stdout).not.toContain('SECRET');
  expect((await trace(['--content'])).stdout).toContain('SECRET \\u{1b}[31m');
});

it('fits the terminal', async () => {
  const { trace } = await tracing('parrot', 'hello');
  for (const columns of [40, 60, 80, 200]) {
    const { stdout } = await trace(['--content'], { COLUMNS: String(columns) });
    const [, ...rows] = stdout.trimEnd().split('\n');
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(columns);
    expect(stdout.includes('█')).toBe(columns >= 60);
  }
});

it('shows what is under way, and writes only what has ended', async () => {
  const { trace } = await tracing('thinker', 'hello');
  expect((await trace()).stdout).toMatch(/^invoke_agent thinker \(running\)/m);
  expect((await trace(['--json'])).stdout).toContain('"spans":[]');
});

it('writes OTLP, with contents where they are asked for', async () => {
  const { trace } = await tracing('parrot', 'SECRET');
  const { stdout } = await trace(['--json'], { OTEL_SERVICE_NAME: 'shop' });
  const request = JSON.parse(stdout) as object;
  expect(request).toMatchObject({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }, {}] },
        scopeSpans: [
          {
            spans: [
              { name: 'invoke_agent parrot', kind: 1 },
              { name: 'chat', kind: 3 },
            ],
          },
        ],
      },
    ],
  });
  expect(stdout).not.toContain('heard SECRET');
  expect(stdout).not.toContain('openinference');
  expect((await trace(['--json', '--content'])).stdout).toContain('heard SECRET');
  expect((await trace(['--json', '--openinference'])).stdout).toContain('"AGENT"');
});

/** A collector that answers with a status, and what it has received. */
async function collector(status: number) {
  const received: { readonly key: string | null; readonly body: string }[] = [];
  const handler = async (request: Request): Promise<Response> => {
    received.push({ key: request.headers.get('x-key'), body: await request.text() });
    return Response.json({}, { status });
  };
  const server = await listen(handler, { port: 0 });
  onTestFinished(() => server.close());
  return { url: `http://127.0.0.1:${server.port}`, received };
}

it('sends spans to a collector', async () => {
  const { trace, id } = await tracing('parrot', 'hello');
  const { url, received } = await collector(200);
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=SECRET' };
  const ended = await trace(['--send', url], headers);
  expect(ended).toEqual({ code: 0, stdout: `sent 2 spans to ${new URL(url).host}\n`, stderr: '' });
  const named = await trace(['--send'], { ...headers, OTEL_EXPORTER_OTLP_ENDPOINT: url });
  expect(named.stdout).toBe(ended.stdout);
  expect(received).toHaveLength(2);
  expect(received[0]?.key).toBe('SECRET');
  expect(received[0]?.body).toContain(id);
  expect(received[1]).toEqual(received[0]);
});

it('says what could not be sent, without keys', async () => {
  const { trace } = await tracing('parrot', 'hello');
  const { url } = await collector(401);
  const env = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=SECRET' };
  const { code, stdout, stderr } = await trace(['--send', url], env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('sent 0 spans') });
  expect(stderr).toBe('timestep: 2 spans could not be sent: the collector answered 401\n');
});

it('says that spans are not sent to a collector of gRPC', async () => {
  const { trace } = await tracing('parrot', 'hello');
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317' };
  const env = { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
  const { code, stderr } = await trace(['--send'], env);
  expect(code).toBe(2);
  expect(stderr).toContain('give its HTTP address, such as --send http://127.0.0.1:4318');
});

it.each([
  [['--send'], 'no collector is configured'],
  [['--send', 'nonsense'], 'the collector address is not an HTTP URL'],
  [['--send', 'http://127.0.0.1:1', '--json'], 'use either --json or --send'],
])('does not understand %j', async (args, message) => {
  const { trace } = await tracing('parrot', 'hello');
  const { code, stderr } = await trace(args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
