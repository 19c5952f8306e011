import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, 'one-traced-answer.ts');
const INSTALLED = join(import.meta.dirname, 'with-otlp-exporters.ts');

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

const GRPC = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };

/** Serves a collector over gRPC, which keeps the raw requests. */
async function openGrpcCollector(): Promise<{
  readonly port: number;
  readonly requests: readonly { readonly key: unknown; readonly body: string }[];
}> {
  const requests: { key: unknown; body: string }[] = [];
  const server = new Server();
  const raw = (value: Buffer): Buffer => value;
  server.addService(
    {
      Export: {
        path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
        requestStream: false,
        responseStream: false,
        requestSerialize: raw,
        requestDeserialize: raw,
        responseSerialize: raw,
        responseDeserialize: raw,
      },
    },
    {
      Export(call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>) {
        requests.push({
          key: call.metadata.get('x-key')[0],
          body: call.request.toString('latin1'),
        });
        answer({ code: status.OK }, Buffer.alloc(0));
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (thrown, bound) => {
      if (thrown) reject(thrown);
      else resolve(bound);
    });
  });
  onTestFinished(() => server.forceShutdown());
  return { port, requests };
}

it('sends over gRPC where that is asked for', async () => {
  const { port, requests } = await openGrpcCollector();
  const overHttp = await received([INSTALLED], {
    ...GRPC,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  });
  expect(overHttp).toEqual([]);
  expect(requests.length).toBeGreaterThan(0);
  expect(new Set(requests.map(({ key }) => key))).toEqual(new Set(['secret']));
  const sent = requests.map(({ body }) => body).join('');
  expect(sent).toContain('invoke_agent guide');
  expect(sent).toContain('POST /');
});

it('says what to install where gRPC is asked for without its package', async () => {
  await expect(received([], GRPC)).rejects.toThrow(
    /run npm install @opentelemetry\/exporter-trace-otlp-grpc, or set OTEL_EXPORTER_OTLP_PROTOCOL/,
  );
});
