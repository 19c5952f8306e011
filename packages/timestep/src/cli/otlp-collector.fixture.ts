import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a collector has received. */
export interface OtlpCollector {
  readonly url: string;
  readonly bodies: readonly string[];
  /** The ids of all spans. */
  readonly ids: () => readonly string[];
  /** The ids of spans of requests, which no journal keeps. */
  readonly requestIds: () => readonly string[];
}

/** A collector that takes everything, until the test is over. */
export async function otlpCollector(): Promise<OtlpCollector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      bodies.push(body);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const idsWith = (pattern: RegExp): string[] =>
    bodies.flatMap((body) => [...body.matchAll(pattern)].map(([, id = '']) => id));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    ids: () => idsWith(/"spanId":"(\w{16})","(?:parent|name)/g),
    requestIds: () =>
      idsWith(/"spanId":"(\w{16})","(?:parentSpanId":"\w{16}",")?name":"(?:GET|POST) /g),
  };
}
