import { TimestepError } from '@timestep-ai/timestep/core';

/** Reason why the gRPC server cannot start. */
export type GrpcErrorCode = 'not-guarded' | 'not-listening';

/** Error thrown if the gRPC server cannot start; `message` says what to do. */
export class GrpcError extends TimestepError {
  declare readonly code: GrpcErrorCode;
}
