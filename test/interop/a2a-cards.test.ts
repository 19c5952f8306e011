import { AgentCard } from '@a2a-js/sdk';
import { serveGrpc } from '@timestep/grpc';
import { Agent, serve } from 'timestep';
import { connectA2A } from 'timestep/a2a';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officialWays } from './a2a-official-ways.ts';

const KEY = 'a-key-of-ann';
const headers = { authorization: `Bearer ${KEY}` };

interface Peer {
  readonly url: string;
  close(): Promise<void>;
}

/** An agent that asks for a key and says more to who has one, over every binding. */
async function startPeer(): Promise<Peer> {
  const asked = Promise.withResolvers<(request: Request) => Promise<Response> | Response>();
  const grpc = await serveGrpc({ fetch: async (request) => (await asked.promise)(request) });
  const skill = (id: string) => ({ id, name: id, description: `Does ${id}.`, tags: ['test'] });
  const agent = new Agent({
    agentId: 'subject',
    name: 'Subject',
    skills: [skill('public')],
    card: { extended: ({ principal }) => ({ skills: [skill(`only-for-${principal}`)] }) },
    model: () => ({ role: 'assistant', content: 'Yes.' }),
  });
  const serving = await serve({
    agents: [agent],
    port: 0,
    database: ':memory:',
    apiKeys: { [KEY]: 'ann' },
    interfaces: [{ url: grpc.address, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
  });
  asked.resolve(serving.fetch);
  return {
    url: `${serving.url}/agents/subject/`,
    async close() {
      await grpc.close(0);
      await serving.close(0);
    },
  };
}

let peer: Peer;
beforeAll(async () => {
  peer = await startPeer();
});
afterAll(() => peer.close());

const skillsOf = ({ skills }: AgentCard): string[] => skills.map(({ id }) => id);

describe.each(officialWays(() => peer.url))('the official client, $name', ({ connect }) => {
  it('reads the extended card with its key', async () => {
    const client = await connect();
    const card = await client.getAgentCard({ serviceParameters: headers });
    expect(skillsOf(card)).toEqual(['public', 'only-for-ann']);
  });

  it('is refused without one', async () => {
    const client = await connect();
    await expect(client.getAgentCard()).rejects.toThrow();
  });
});

it('is read by our client', async () => {
  const client = await connectA2A(peer.url, { headers });
  const { card } = await client.extendedCard();
  expect(skillsOf(AgentCard.fromJSON(card))).toEqual(['public', 'only-for-ann']);
  const stranger = await connectA2A(peer.url);
  await expect(stranger.extendedCard()).rejects.toMatchObject({ code: 'unauthorized' });
});
