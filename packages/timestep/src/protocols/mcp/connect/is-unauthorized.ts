import {
  InsufficientScopeError,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

/** Whether a server refused the credentials of a request, which it then did not execute. */
export function isUnauthorized(thrown: unknown): boolean {
  if (thrown instanceof UnauthorizedError || thrown instanceof InsufficientScopeError) return true;
  return SdkHttpError.isInstance(thrown) && thrown.status === 401;
}
