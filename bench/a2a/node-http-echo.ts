/** A minimal server: parses the JSON, answers with a task, stores nothing. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { listenAndReport } from '../process/measured-server.ts';

interface Sent {
  readonly id: unknown;
  readonly params: { readonly message: { readonly parts: unknown } };
}

listenAndReport(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id, params } = JSON.parse(Buffer.concat(chunks).toString()) as Sent;
      const status = {
        state: 'TASK_STATE_COMPLETED',
        message: { messageId: randomUUID(), role: 'ROLE_AGENT', parts: params.message.parts },
        timestamp: new Date().toISOString(),
      };
      const task = {
        id: randomUUID(),
        contextId: randomUUID(),
        status,
        history: [params.message],
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { task } }));
    });
  }),
);
