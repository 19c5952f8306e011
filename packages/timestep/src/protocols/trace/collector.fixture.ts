import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the collector received it. */
interface ReceivedRequest {
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A fake collector at `/v1/traces` on 127.0.0.1. */
export interface FakeCollector {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** The ids of all spans in requests that were answered with 200. */
  readonly acceptedIds: readonly string[];
}

/**
 * Answers a request itself; the first request has number 1. Returns false if the collector should
 * accept the spans normally.
 */
export type Fault = (response: ServerResponse, request: number) => boolean;

/** Starts a fake collector that runs until the test ends. */
export async function startFakeCollector(fault: Fault = () => false): Promise<FakeCollector> {
  const received: ReceivedRequest[] = [];
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
  return { url: `http://127.0.0.1:${port}`, received, acceptedIds: kept };
}
