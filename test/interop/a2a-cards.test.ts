import { AgentCard, generateAgentCardSignature, verifyAgentCardSignature } from '@a2a-js/sdk';
import { serveGrpc } from '@timestep-ai/grpc';
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { Agent, serve } from '@timestep-ai/timestep';
import {
  buildA2ACard,
  createCardSigner,
  connectA2A,
  type CardSigner,
} from '@timestep-ai/timestep/a2a';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { officialWays } from './a2a-official-ways.ts';

const PRIVATE = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const SIGNER = createCardSigner({ key: PRIVATE.export({ format: 'jwk' }), kid: 'k1' });
const OTHER = createCardSigner({
  key: generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
});
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
    cardKey: { key: PRIVATE.export({ format: 'jwk' }), kid: 'k1' },
    apiKeys: [{ key: KEY, principal: 'ann' }],
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
  // The official SDK writes down each signature that does not fit.
  vi.spyOn(console, 'debug').mockReturnValue();
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
    await expect(client.getAgentCard()).rejects.toThrow(/401|UNAUTHENTICATED|API key/i);
  });
});

it('is read by our client', async () => {
  const client = await connectA2A(peer.url, { headers });
  const { card } = await client.extendedCard();
  expect(skillsOf(AgentCard.fromJSON(card))).toEqual(['public', 'only-for-ann']);
  const stranger = await connectA2A(peer.url);
  await expect(stranger.extendedCard()).rejects.toMatchObject({ code: 'unauthorized' });
});

/** As the official SDK checks signatures, with the key of a signer. */
const checkedBy = ({ publicKey }: CardSigner) =>
  verifyAgentCardSignature(async () => publicKey as JsonWebKey);

describe.each(['1.0', undefined])('the card for A2A %s', (version) => {
  async function cardAt(): Promise<AgentCard> {
    const named = { headers: { ...(version !== undefined && { 'a2a-version': version }) } };
    const response = await fetch(`${peer.url}.well-known/agent-card.json`, named);
    return AgentCard.fromJSON(await response.json());
  }

  it('is signed, as the official SDK checks it', async () => {
    const card = await cardAt();
    await checkedBy(SIGNER)(card);
    await expect(checkedBy(OTHER)(card)).rejects.toThrow(/No valid signatures/);
    await expect(checkedBy(SIGNER)({ ...card, description: 'Other' })).rejects.toThrow(
      /No valid signatures/,
    );
  });
});

it('shows the key that cards are signed with', async () => {
  const { origin } = new URL(peer.url);
  const response = await fetch(`${origin}/.well-known/jwks.json`);
  expect(await response.json()).toEqual({ keys: [SIGNER.publicKey] });
});

it.each(officialWays(() => peer.url).filter(({ name }) => !name.includes('0.3')))(
  'the extended card is signed over $name',
  async ({ connect }) => {
    const client = await connect();
    const card = await client.getAgentCard({ serviceParameters: headers }, checkedBy(SIGNER));
    expect(skillsOf(card)).toContain('only-for-ann');
  },
);

it('reads a card that the official SDK has signed', async () => {
  const agent = { name: 'Sky', description: '', version: '1' };
  const sign = generateAgentCardSignature(PRIVATE, { alg: 'ES256', kid: 'k1', typ: 'JOSE' });
  const signed = AgentCard.toJSON(
    await sign(AgentCard.fromJSON(buildA2ACard(agent, 'https://sky.example'))),
  );
  const reached = { fetch: async () => Response.json(signed), patienceMs: 0 };
  const trusting = (signer: CardSigner) =>
    connectA2A('https://sky.example', { ...reached, cardTrust: { keys: [signer.publicKey] } });
  expect((await trusting(SIGNER)).peer).toMatchObject({ name: 'Sky' });
  await expect(trusting(OTHER)).rejects.toMatchObject({ code: 'untrusted-card' });
});
