import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A collector that counts the received spans, outside the measured process. */
export interface Sink {
  readonly url: string;
  /** Returns the number of spans with unique ids since the last call. */
  readonly taken: () => number;
  readonly close: () => void;
}

interface Batch {
  /** Undefined if a product sends logs to the same address. */
  readonly resourceSpans?: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly { readonly spanId: string }[] }[];
  }[];
}

export async function openSink(): Promise<Sink> {
  const ids = new Set<string>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      for (const id of parseIds(Buffer.concat(parts).toString())) ids.add(id);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    taken() {
      const count = ids.size;
      ids.clear();
      return count;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function parseIds(body: string): string[] {
  const { resourceSpans = [] } = JSON.parse(body) as Batch;
  const scopes = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
  return scopes.flatMap(({ spans }) => spans.map(({ spanId }) => spanId));
}
