import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model provider whose answers end when a test says so. */
export interface SlowModel {
  readonly url: string;
  /** Sends the second half of each answer that has begun. */
  finish(): void;
  close(): void;
}

function formatChunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices })}\n\n`;
}

export async function startSlowModel(): Promise<SlowModel> {
  let open: readonly ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(formatChunk({ role: 'assistant', content: 'Straight' }));
    open = [...open, response];
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    finish() {
      const last = `${formatChunk({ content: ' on.' })}${formatChunk({}, 'stop')}data: [DONE]\n\n`;
      for (const response of open) response.end(last);
      open = [];
    },
    close: () => server.closeAllConnections(),
  };
}
