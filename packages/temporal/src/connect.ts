import { Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import { reasonOf, TemporalError } from './temporal-error.ts';

/** The address of a Temporal server. */
export interface Place {
  readonly address: string;
  readonly namespace: string;
  readonly apiKey?: string;
  readonly tls?: boolean;
}

const CONNECT_MS = 5000;
/** Few retries, because a sender can send a message again, and should soon learn that it must. */
const RETRIES = defaultGrpcRetryOptions({ maxAttempts: 4 });

/** The connection options of a server, in the form of Temporal's packages. */
export function reaching({ address, apiKey, tls }: Place): Omit<Place, 'namespace'> {
  return {
    address,
    ...(apiKey !== undefined && { apiKey }),
    ...((tls ?? apiKey !== undefined) && { tls: true }),
  };
}

/** Connects to a server that has the namespace. Rejects with `TemporalError`. */
export async function connect(place: Place): Promise<Connection> {
  let connection: Connection | undefined;
  try {
    connection = await Connection.connect({
      ...reaching(place),
      connectTimeout: CONNECT_MS,
      interceptors: [makeGrpcRetryInterceptor(RETRIES)],
    });
    await connection.workflowService.describeNamespace({ namespace: place.namespace });
    return connection;
  } catch (thrown) {
    await connection?.close();
    throw unreachable(place, thrown);
  }
}

export function unreachable({ address, namespace }: Place, thrown: unknown): TemporalError {
  const message = `Temporal cannot be reached at ${address}, namespace ${namespace} (${reasonOf(thrown)}): start it, or name another address`;
  return new TemporalError('unreachable', message, { cause: thrown });
}
