import { Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import { omitUndefined } from '@timestep-ai/timestep/core';
import { getErrorReason, TemporalError } from './temporal-error.ts';

/** A Temporal server, its task queue, and the credentials for the server. */
export interface TemporalServer {
  /** Address of the Temporal server. Default `127.0.0.1:7233`. */
  readonly address?: string;
  /** Temporal namespace. Default `default`. */
  readonly namespace?: string;
  /** Temporal task queue. Default `timestep`. */
  readonly taskQueue?: string;
  /** API key for Temporal Cloud or any server that requires one. Implies TLS. */
  readonly apiKey?: string;
  readonly tls?: boolean;
}

/** A Temporal server whose address, namespace and task queue are known. */
export type KnownServer = TemporalServer &
  Required<Pick<TemporalServer, 'address' | 'namespace' | 'taskQueue'>>;

const CONNECT_MS = 5000;
/**
 * Few connection attempts are made, so that the sender of a message soon receives an error. It can repeat the
 * message.
 */
const RETRIES = defaultGrpcRetryOptions({ maxAttempts: 4 });

export function resolveServer(server: TemporalServer): KnownServer {
  const { address = '127.0.0.1:7233', namespace = 'default', taskQueue = 'timestep' } = server;
  const { apiKey, tls } = server;
  return { address, namespace, taskQueue, ...omitUndefined({ apiKey, tls }) };
}

export function toConnectionOptions({
  address,
  apiKey,
  tls = apiKey !== undefined,
}: KnownServer): Pick<KnownServer, 'address' | 'apiKey' | 'tls'> {
  return { address, ...omitUndefined({ apiKey }), ...(tls && { tls }) };
}

/** Connects and checks that the namespace exists. Rejects with `TemporalError`. */
export async function connectToTemporal(server: KnownServer): Promise<Connection> {
  let connection: Connection | undefined;
  try {
    connection = await Connection.connect({
      ...toConnectionOptions(server),
      connectTimeout: CONNECT_MS,
      interceptors: [makeGrpcRetryInterceptor(RETRIES)],
    });
    await connection.workflowService.describeNamespace({ namespace: server.namespace });
    return connection;
  } catch (thrown) {
    await connection?.close();
    throw createUnreachableError(server, thrown);
  }
}

export function createUnreachableError(
  { address, namespace }: KnownServer,
  thrown: unknown,
): TemporalError {
  const message = `cannot reach Temporal at ${address}, namespace ${namespace} (${getErrorReason(thrown)}): start it, or set another address`;
  return new TemporalError('unreachable', message, { cause: thrown });
}
