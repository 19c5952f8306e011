import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import type { JsonObject } from '@timestep-ai/timestep/core';
import { onTestFinished } from 'vitest';
import { METHODS, type GrpcMethod } from './methods.ts';
import { serveGrpc, type GrpcOptions, type GrpcServer } from './serve-grpc.ts';

/** What a call came to. */
export interface Called {
  readonly results: readonly JsonObject[];
  readonly error?: ServiceError;
}

interface NamedMethod extends Pick<GrpcMethod, 'path' | 'responseStream'> {
  readonly request: { readonly encode: GrpcMethod['requestSerialize'] };
  readonly response: { readonly decode: GrpcMethod['responseDeserialize'] };
}

export function methodNamed(name: string): NamedMethod {
  const method = METHODS.find((one) => one.name === name);
  if (!method) throw new Error(`there is no method ${name}`);
  const { path, responseStream, requestSerialize, responseDeserialize } = method;
  return {
    path,
    responseStream,
    request: { encode: requestSerialize },
    response: { decode: responseDeserialize },
  };
}

export async function served(
  fetch: GrpcOptions['fetch'],
  more: Partial<GrpcOptions> = {},
): Promise<GrpcServer> {
  const serving = await serveGrpc({ fetch, ...more });
  onTestFinished(() => serving.close(0));
  return serving;
}

/** Calls as any client of gRPC does. */
export function caller({ address }: GrpcServer): {
  readonly call: (
    name: string,
    params: JsonObject,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Called>;
  readonly client: Client;
} {
  const client = new Client(address, credentials.createInsecure());
  onTestFinished(() => client.close());
  return {
    client,
    call(name, params, headers = {}) {
      const { path, responseStream, request, response } = methodNamed(name);
      const metadata = new Metadata();
      for (const [key, value] of Object.entries(headers)) metadata.set(key, value);
      if (!responseStream) {
        return new Promise((resolve) => {
          client.makeUnaryRequest(
            path,
            request.encode,
            response.decode,
            params,
            metadata,
            (error, value) =>
              resolve(error ? { results: [], error } : { results: value ? [value] : [] }),
          );
        });
      }
      const stream = client.makeServerStreamRequest(
        path,
        request.encode,
        response.decode,
        params,
        metadata,
      );
      return new Promise((resolve) => {
        const results: JsonObject[] = [];
        stream.on('data', (event: JsonObject) => results.push(event));
        stream.on('error', (error: ServiceError) => resolve({ results, error }));
        stream.on('end', () => resolve({ results }));
      });
    },
  };
}
