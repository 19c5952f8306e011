import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core';
import { buildA2ACard } from '../wire/a2a-card.ts';
import { buildA2A03Card } from '../wire/a2a-0-3-card.ts';
import { listCardUrls, readRemoteCard } from './remote-card.ts';

const AT = 'https://peer.example/.well-known/agent-card.json';
const agent = { name: 'peer', description: 'A peer.', version: '1' };

it.each([
  [
    'https://peer.example',
    [
      'https://peer.example/.well-known/agent-card.json',
      'https://peer.example/.well-known/agent.json',
    ],
  ],
  [
    'http://peer.example:1/a/b/',
    [
      'http://peer.example:1/a/b/.well-known/agent-card.json',
      'http://peer.example:1/a/b/.well-known/agent.json',
    ],
  ],
  ['https://peer.example/cards/x.json?v=1', ['https://peer.example/cards/x.json?v=1']],
])('looks for the card of %s', (uri, addresses) => {
  expect(listCardUrls(uri)).toEqual(addresses);
});

it.each(['peer.example', 'file:///etc/passwd', 'ws://peer.example', ''])('refuses "%s"', (uri) => {
  expect(() => listCardUrls(uri)).toThrow(expect.objectContaining({ code: 'not-an-agent' }));
});

it('reads our own cards, 1.0 first', () => {
  const url = 'https://peer.example/a';
  for (const card of [buildA2ACard(agent, url), buildA2A03Card(agent, url)]) {
    expect(readRemoteCard(card, AT)).toEqual({
      name: 'peer',
      description: 'A peer.',
      url,
      binding: 'JSONRPC',
      protocolVersion: '1.0',
      streaming: true,
      card,
    });
  }
});

it.each<[string, JsonValue, object]>([
  [
    'a plain 0.3 card',
    { name: 'p', url: 'https://peer.example/rpc', protocolVersion: '0.3.0', capabilities: {} },
    { url: 'https://peer.example/rpc', protocolVersion: '0.3', streaming: false },
  ],
  [
    'a 0.3 card whose JSON-RPC is beside its own transport',
    {
      name: 'p',
      url: 'grpc.example:443',
      preferredTransport: 'GRPC',
      additionalInterfaces: [7, { url: '/rpc', transport: 'JSONRPC' }],
      capabilities: { streaming: true },
    },
    { url: 'https://peer.example/rpc', protocolVersion: '0.3', streaming: true },
  ],
  [
    'an interface with a tenant, after one of another kind and an older one',
    {
      name: 'p',
      supportedInterfaces: [
        { url: 'https://peer.example/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
        { url: 'https://peer.example/old', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
        {
          url: 'https://peer.example/rpc',
          protocolBinding: 'JSONRPC',
          protocolVersion: '1.0.1',
          tenant: 't',
        },
      ],
    },
    { url: 'https://peer.example/rpc', protocolVersion: '1.0', tenant: 't' },
  ],
])('reads %s', (_name, card, expected) => {
  expect(readRemoteCard(card, AT)).toMatchObject(expected);
});

it.each<[string, JsonValue]>([
  ['null', null],
  ['a list', []],
  ['a page of something else', { hello: 'world' }],
  ['a card without an address', { name: 'p' }],
  ['a card of gRPC alone', { name: 'p', url: 'https://p.example', preferredTransport: 'GRPC' }],
  [
    'a card of a later version',
    {
      name: 'p',
      supportedInterfaces: [
        { url: 'https://p.example', protocolBinding: 'JSONRPC', protocolVersion: '2.0' },
      ],
    },
  ],
])('finds no way in with %s', (_name, card) => {
  expect(() => readRemoteCard(card, AT)).toThrow(expect.objectContaining({ code: 'not-an-agent' }));
});

describe('of a card with several bindings', () => {
  const at = (protocolBinding: string, url: string, more: object = {}) => ({
    url,
    protocolBinding,
    protocolVersion: '1.0',
    ...more,
  });
  const read = (interfaces: readonly object[], others: readonly string[] = []) =>
    readRemoteCard(
      { name: 'p', supportedInterfaces: interfaces } as unknown as JsonValue,
      AT,
      others,
    );

  it('takes JSON-RPC before REST, and REST before others', () => {
    const [rpc, rest, grpc] = [
      at('JSONRPC', '/rpc'),
      at('HTTP+JSON', '/rest'),
      at('GRPC', 'peer:1'),
    ];
    expect(read([grpc, rest, rpc], ['GRPC']).url).toBe('https://peer.example/rpc');
    expect(read([grpc, rest], ['GRPC'])).toMatchObject({
      url: 'https://peer.example/rest',
      binding: 'HTTP+JSON',
    });
    expect(read([grpc], ['GRPC'])).toMatchObject({ url: 'grpc://peer:1', binding: 'GRPC' });
  });

  it('keeps the tenant of the way that it takes', () => {
    expect(read([at('HTTP+JSON', '/rest', { tenant: 'sky' })]).tenant).toBe('sky');
  });

  it('refuses what it cannot speak', () => {
    const refused = expect.objectContaining({ code: 'not-an-agent' });
    expect(() => read([at('GRPC', 'peer:1')])).toThrow(refused);
    expect(() => read([at('HTTP+JSON', '/rest', { protocolVersion: '0.2' })])).toThrow(refused);
    expect(() => read([at('GRPC', 'no host: at all')], ['GRPC'])).toThrow(refused);
  });
});
