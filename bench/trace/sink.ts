import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A collector that counts the spans it is given, outside the process that is measured. */
export interface Sink {
  readonly url: string;
  /** How many spans came since the last call, each with an id of its own. */
  readonly taken: () => number;
  readonly close: () => void;
}

interface Batch {
  /** Absent where a peer sends logs to the same place. */
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
      for (const id of idsIn(Buffer.concat(parts).toString())) ids.add(id);
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

function idsIn(body: string): string[] {
  const { resourceSpans = [] } = JSON.parse(body) as Batch;
  const scopes = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
  return scopes.flatMap(({ spans }) => spans.map(({ spanId }) => spanId));
}
