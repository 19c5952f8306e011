import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, 'one-traced-answer.ts');
const INSTALLED = join(import.meta.dirname, 'with-otlp-proto.ts');

interface Received {
  readonly path: string | undefined;
  readonly type: string | undefined;
  readonly key: unknown;
  readonly body: string;
}

/** What a collector receives of a program. */
async function received(
  hooks: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly Received[]> {
  const all: Received[] = [];
  const collector = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { url: path, headers } = request;
      const body = Buffer.concat(pieces).toString('latin1');
      all.push({ path, type: headers['content-type'], key: headers['x-key'], body });
      response.writeHead(200, { 'content-type': String(headers['content-type']) }).end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void collector.close());
  const { port } = collector.address() as AddressInfo;
  const node = [...hooks.flatMap((hook) => ['--import', hook]), PROGRAM];
  const { stdout } = await run(process.execPath, ['--conditions=@timestep/source', ...node], {
    env: {
      ...process.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
      ...env,
    },
  });
  expect(JSON.parse(stdout)).toEqual({ isOn: true, text: 'It is sunny.' });
  return all;
}

it('sends with the exporter of OpenTelemetry where that is installed', async () => {
  const requests = await received([INSTALLED]);
  expect(requests.length).toBeGreaterThan(0);
  for (const { path, type, key } of requests) {
    expect([path, type, key]).toEqual(['/v1/traces', 'application/x-protobuf', 'secret']);
  }
  const sent = requests.map(({ body }) => body).join('');
  expect(sent).toContain('invoke_agent guide');
  expect(sent).toContain('POST /');
});

it.each([
  ['it is not installed', [], {}],
  ['JSON is asked for', [INSTALLED], { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }],
])('sends JSON by itself where %s', async (_, hooks, env) => {
  const requests = await received(hooks, env);
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.every(({ type }) => type === 'application/json')).toBe(true);
  expect(requests.map(({ body }) => body).join('')).toContain('"name":"invoke_agent guide"');
});
