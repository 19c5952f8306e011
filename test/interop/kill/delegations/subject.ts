/**
 * Serves an agent that has its work done by a peer: `PORT`, `PEER`, `ROUTE`. `LEDGER` is the file that
 * holds what was sent and received; `KILL=sending` kills the process before it sends. `FORGETS` makes
 * it keep nothing about what it has sent.
 */
import { appendFileSync } from 'node:fs';
import { Agent, Environment, remoteAgent, serve, type Servable } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { networkFetch } from '@timestep-ai/timestep/http';
import { overrideServedAgent, type AgentFn } from '@timestep-ai/timestep/port';
import { doneText } from './stock-peer.ts';

const { PORT = '0', PEER = '', ROUTE = 'remote', LEDGER = '', TOOLS = '' } = process.env;
const { KILL, FORGETS, TEMPORAL: address } = process.env;

/** Writes to the ledger what goes to the peer as a message, and the first bytes of its answer. */
async function ledgerFetch(url: string, init: RequestInit): Promise<Response> {
  const isMessage = /"method":"(Send|message)/.test(typeof init.body === 'string' ? init.body : '');
  if (!isMessage) return networkFetch(url, init);
  appendFileSync(LEDGER, 'sent\n');
  if (KILL === 'sending') process.kill(process.pid, 'SIGKILL');
  const response = await networkFetch(url, init);
  if (!response.body) return response;
  const noting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      appendFileSync(LEDGER, 'received\n');
      controller.enqueue(chunk);
    },
  });
  const { headers, status } = response;
  return new Response(response.body.pipeThrough(noting), { headers, status });
}

function createRemote(): Servable {
  const remote = remoteAgent(PEER, { agentId: 'subject', fetch: ledgerFetch });
  if (FORGETS === undefined) return remote;
  const agent: AgentFn = (messages, { dispatch: _d, recordDispatch: _r, ...context }) =>
    remote.loop.agent(messages, context);
  return { ...remote, loop: overrideServedAgent(remote.loop, { agent }) };
}

/** Hands each message to the peer, and repeats what the tool returned. */
function createHandingAgent(): Agent {
  return new Agent({
    agentId: 'subject',
    toolSite: 'server',
    environments: {
      default: ROUTE === 'sampling' ? TOOLS : new Environment({ environmentId: 'tools' }),
    },
    model: async (messages) => {
      const last = messages.at(-1);
      const text = last ? getText(last) : '';
      if (last?.role === 'tool') return { role: 'assistant', content: text };
      const args = JSON.stringify({ agent_uri: PEER, message: text });
      const called = { name: 'handoff', arguments: args };
      return {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: called }],
      };
    },
  });
}

const serving = await serve({
  agents: [ROUTE === 'remote' ? createRemote() : createHandingAgent()],
  port: Number(PORT),
  ...(address === undefined
    ? { database: 'tasks.db' }
    : {
        backend: async (needs) => {
          const { openTemporal } = await import('@timestep-ai/temporal');
          return openTemporal({ ...needs, address, database: 'tasks.db' });
        },
      }),
});
process.stdout.write(`subject at ${serving.url}, which answers ${doneText('it')}\n`);
