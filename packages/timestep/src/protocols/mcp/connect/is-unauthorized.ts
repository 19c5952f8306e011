import {
  InsufficientScopeError,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

/** Returns whether a server rejected the credentials of a request, and thus did not execute the request. */
export function isUnauthorized(thrown: unknown): boolean {
  if (thrown instanceof UnauthorizedError || thrown instanceof InsufficientScopeError) return true;
  return SdkHttpError.isInstance(thrown) && thrown.status === 401;
}
