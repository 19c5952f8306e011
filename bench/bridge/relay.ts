/** A minimal bridge: a bare server that passes each message on with Timestep's A2A client. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { connectA2A } from '@timestep-ai/timestep/a2a';
import { listenAndReport } from '../process/measured-server.ts';
import { serveEcho } from './agent.ts';

interface SendRequest {
  readonly id: number;
  readonly params: {
    readonly message: { readonly messageId: string; readonly parts: readonly [{ text: string }] };
  };
}

const client = await connectA2A(await serveEcho());

/** Returns the agent's answer to a message, as the A2A client reads it. */
async function fetchAnswer({
  messageId,
  parts,
}: SendRequest['params']['message']): Promise<string> {
  let answer = '';
  const message = { role: 'user', content: parts[0].text } as const;
  for await (const update of client.send({ messageId, message })) {
    if (update.kind === 'task') answer = update.task.text;
  }
  return answer;
}

async function relayRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { id, params } = (await json(request)) as SendRequest;
  const parts = [{ text: await fetchAnswer(params.message) }];
  const status = { state: 'TASK_STATE_COMPLETED', message: { parts } };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { task: { status } } }));
}

listenAndReport(createServer((request, response) => void relayRequest(request, response)));
