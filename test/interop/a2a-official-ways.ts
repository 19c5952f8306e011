import { StreamResponse, Task } from '@a2a-js/sdk';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  type Client,
} from '@a2a-js/sdk/client';

const transports = [
  new JsonRpcTransportFactory(),
  new RestTransportFactory(),
  new GrpcTransportFactory(),
];
const legacyCompat = { enabled: true };
const legacy = [
  new JsonRpcTransportFactory({ legacyCompat }),
  new RestTransportFactory({ legacyCompat }),
];

/** One way to call an agent with the official client. */
export interface OfficialWay {
  readonly name: string;
  readonly connect: () => Promise<Client>;
}

/** The official 1.0 client in each of its ways, including its 0.3 compatibility. */
export function officialWays(url: () => string): readonly OfficialWay[] {
  return [
    { name: 'JSON-RPC 1.0', connect: () => connected(url(), 'JSONRPC') },
    { name: 'REST 1.0', connect: () => connected(url(), 'HTTP+JSON') },
    { name: 'gRPC', connect: () => connected(url(), 'GRPC') },
    { name: 'JSON-RPC 0.3, by the 1.0 client', connect: () => connected03(url(), 'JSONRPC') },
    { name: 'REST 0.3, by the 1.0 client', connect: () => connected03(url(), 'HTTP+JSON') },
  ];
}

function connected(url: string, transport: string): Promise<Client> {
  const options = { transports, preferredTransports: [transport] };
  return new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, options),
  ).createFromUrl(url);
}

/** With a card that lists only 0.3. */
async function connected03(url: string, transport: string): Promise<Client> {
  const response = await fetch(`${url}.well-known/agent-card.json`);
  const { supportedInterfaces: _newer, ...card } = (await response.json()) as Record<
    string,
    unknown
  >;
  const cardResolver = new DefaultAgentCardResolver({ legacyCompat });
  const options = { transports: legacy, preferredTransports: [transport], cardResolver };
  const factory = new ClientFactory(options);
  type Card = Parameters<ClientFactory['createFromAgentCard']>[0];
  const client = await factory.createFromAgentCard(card as unknown as Card);
  if (client.protocolVersion !== '0.3') throw new Error('the client speaks another version');
  return client;
}

/** Converts a task to the JSON of 1.0. */
export interface TaskJson {
  readonly id: string;
  readonly contextId: string;
  readonly status: { readonly state: string };
  readonly history: readonly unknown[];
}

export function json(task: Awaited<ReturnType<Client['sendMessage']>>): TaskJson {
  return Task.toJSON(task as Task) as TaskJson;
}

/** Converts all events of a stream to the JSON of 1.0. */
export async function streamed(events: AsyncIterable<StreamResponse>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const event of events) seen.push(StreamResponse.toJSON(event));
  return seen;
}
