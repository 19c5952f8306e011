import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An OTLP collector and the requests it received. */
export interface OtlpCollector {
  readonly url: string;
  readonly bodies: readonly string[];
  /** Lists the ids of all received spans. */
  readonly listSpanIds: () => readonly string[];
  /** Lists the ids of received spans for HTTP requests. These are not in the task log. */
  readonly listRequestSpanIds: () => readonly string[];
}

/** Starts a collector that accepts every request until the end of the test. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
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
    listSpanIds: () => idsWith(/"spanId":"(\w{16})","(?:parent|name)/g),
    listRequestSpanIds: () =>
      idsWith(/"spanId":"(\w{16})","(?:parentSpanId":"\w{16}",")?name":"(?:GET|POST) /g),
  };
}
