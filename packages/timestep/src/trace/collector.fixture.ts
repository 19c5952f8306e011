import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as a collector received it. */
interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A collector at `/v1/traces` on 127.0.0.1, which answers as a test asks. */
export interface FakeCollector {
  readonly url: string;
  readonly received: readonly Received[];
  /** The ids of all spans that were answered with 200. */
  readonly kept: readonly string[];
}

/** Answers a request, the first being 1; returns false where the collector is to keep the spans itself. */
export type Fault = (response: ServerResponse, request: number) => boolean;

/** Listens until the test is over. */
export async function fakeCollector(fault: Fault = () => false): Promise<FakeCollector> {
  const received: Received[] = [];
  const kept: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      received.push({ path: request.url, headers: request.headers, body });
      if (fault(response, received.length)) return;
      kept.push(
        ...[...body.matchAll(/"spanId":"([0-9a-f]{16})","(?:parent|name)/g)].map(
          ([, id = '']) => id,
        ),
      );
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, kept };
}
