import { TimestepError } from '@timestep-ai/timestep/core';

/** Why a server cannot take calls. */
export type GrpcErrorCode =
  /** The server may not listen there without certificates. */
  'not-guarded' | 'not-listening';

/** The server cannot take calls; `message` says what to do. */
export class GrpcError extends TimestepError {
  declare readonly code: GrpcErrorCode;
}
