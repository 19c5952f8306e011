import { Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import { getErrorReason, TemporalError } from './temporal-error.ts';

/** Address and credentials of a Temporal server. */
export interface TemporalAddress {
  readonly address: string;
  readonly namespace: string;
  readonly apiKey?: string;
  readonly tls?: boolean;
}

const CONNECT_MS = 5000;
/** Retries are few, because a sender can repeat its message and should soon learn that it must. */
const RETRIES = defaultGrpcRetryOptions({ maxAttempts: 4 });

export function toConnectionOptions({
  address,
  apiKey,
  tls,
}: TemporalAddress): Omit<TemporalAddress, 'namespace'> {
  return {
    address,
    ...(apiKey !== undefined && { apiKey }),
    ...((tls ?? apiKey !== undefined) && { tls: true }),
  };
}

/** Connects and checks that the namespace exists. Rejects with `TemporalError`. */
export async function connectToTemporal(server: TemporalAddress): Promise<Connection> {
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
  { address, namespace }: TemporalAddress,
  thrown: unknown,
): TemporalError {
  const message = `cannot reach Temporal at ${address}, namespace ${namespace} (${getErrorReason(thrown)}): start it, or set another address`;
  return new TemporalError('unreachable', message, { cause: thrown });
}
