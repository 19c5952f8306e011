/** A minimal server: parses the JSON and answers with a result in the right format. */
import { createServer } from 'node:http';
import { listenAndReport } from '../process/measured-server.ts';
import { getWeather } from './wire.ts';

interface Sent {
  readonly id: unknown;
  readonly params: { readonly arguments: { readonly location: string } };
}

listenAndReport(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id, params } = JSON.parse(Buffer.concat(chunks).toString()) as Sent;
      const structuredContent = getWeather(params.arguments.location);
      const content = [{ type: 'text', text: JSON.stringify(structuredContent) }];
      const result = { resultType: 'complete', content, structuredContent };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  }),
);
