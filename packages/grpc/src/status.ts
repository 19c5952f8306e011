import { decodeErrorInfo, decodeStatus, encodeGrpcStatusDetails } from '@a2a-js/sdk/errors/grpc';
import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { findRpcCode } from '@timestep-ai/timestep/a2a';
import { isJsonObject, type JsonObject, type JsonValue } from '@timestep-ai/timestep/core';

export interface GrpcFailure {
  readonly code: number;
  readonly details: string;
  /** Status details with the A2A error reason. */
  readonly metadata?: Metadata;
}

const DETAILS = 'grpc-status-details-bin';

/** gRPC status by error code of JSON-RPC and A2A (section 5.4). */
const BY_RPC_CODE: Readonly<Record<number, number>> = {
  [-32700]: status.INVALID_ARGUMENT,
  [-32600]: status.INVALID_ARGUMENT,
  [-32601]: status.UNIMPLEMENTED,
  [-32602]: status.INVALID_ARGUMENT,
  [-32603]: status.INTERNAL,
  [-32001]: status.NOT_FOUND,
  [-32002]: status.FAILED_PRECONDITION,
  [-32003]: status.FAILED_PRECONDITION,
  [-32004]: status.FAILED_PRECONDITION,
  [-32005]: status.INVALID_ARGUMENT,
  [-32006]: status.INTERNAL,
  [-32007]: status.FAILED_PRECONDITION,
  [-32008]: status.FAILED_PRECONDITION,
  [-32009]: status.FAILED_PRECONDITION,
};

/**
 * HTTP and gRPC status pairs that take precedence over the error in the body, in both directions.
 */
const BY_HTTP_STATUS: readonly (readonly [http: number, grpc: status])[] = [
  [401, status.UNAUTHENTICATED],
  [403, status.PERMISSION_DENIED],
  [408, status.DEADLINE_EXCEEDED],
  [429, status.RESOURCE_EXHAUSTED],
  [413, status.RESOURCE_EXHAUSTED],
  [503, status.UNAVAILABLE],
];

export function rpcErrorToFailure(httpStatus: number, error: JsonValue | undefined): GrpcFailure {
  const given = isJsonObject(error) ? error : {};
  const { message, data } = given;
  const rpcCode = Number(given['code']);
  const [, byHttp] = BY_HTTP_STATUS.find(([http]) => http === httpStatus) ?? [];
  const code = byHttp ?? BY_RPC_CODE[rpcCode] ?? httpToGrpcStatus(httpStatus);
  const details = typeof message === 'string' ? message : `the server answered HTTP ${httpStatus}`;
  const [info] = Array.isArray(data) ? (data as readonly JsonValue[]) : [];
  const reason = isJsonObject(info) ? info['reason'] : undefined;
  if (!isJsonObject(info) || typeof reason !== 'string') return { code, details };
  const facts = isJsonObject(info['metadata']) ? info['metadata'] : {};
  const metadata = new Metadata();
  metadata.set(DETAILS, encodeGrpcStatusDetails(code, details, reason, stringifyValues(facts)));
  return { code, details, metadata };
}

function httpToGrpcStatus(httpStatus: number): number {
  if (httpStatus === 404) return status.UNIMPLEMENTED;
  return httpStatus >= 500 || httpStatus < 400 ? status.INTERNAL : status.INVALID_ARGUMENT;
}

function stringifyValues(facts: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

export function failureToResponse({ code, details, metadata }: ServiceError): Response {
  const rpcCode = findRpcCode(findErrorReason(metadata) ?? '') ?? RPC_CODES[code];
  const [http = 200] = BY_HTTP_STATUS.find(([, grpc]) => grpc === code) ?? [];
  const error = { code: rpcCode ?? -32603, message: details };
  return Response.json({ jsonrpc: '2.0', id: 1, error }, { status: http });
}

/** JSON-RPC code by gRPC status, for servers that send no error reason. */
const RPC_CODES: Readonly<Record<number, number>> = {
  [status.INVALID_ARGUMENT]: -32602,
  [status.NOT_FOUND]: -32001,
  [status.UNIMPLEMENTED]: -32601,
};

function findErrorReason(metadata: Metadata): string | undefined {
  const [bytes] = metadata.get(DETAILS);
  if (!(bytes instanceof Buffer)) return undefined;
  const info = decodeStatus(bytes).details.find(({ typeUrl }) => typeUrl.endsWith('ErrorInfo'));
  return info && decodeErrorInfo(Buffer.from(info.value)).reason;
}
