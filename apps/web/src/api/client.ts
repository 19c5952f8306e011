import { ApiError, errorOf } from './api-error.ts';
import { keptToken } from './token.ts';

/** Where data is, below the origin of the page. */
const BASE = '/ui/api';

/** Sends a request for data with the token; rejects with `ApiError`. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = keptToken(localStorage);
  if (token !== '') headers.set('authorization', `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(`${BASE}${path}`, { ...init, headers });
  } catch (thrown) {
    if (init.signal?.aborted) throw thrown;
    throw new ApiError(0, 'unreachable', 'the server cannot be reached');
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** Reads JSON, in the form that the path is known to have. */
export async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await request(path, signal ? { signal } : {});
  return (await response.json()) as T;
}

/** Sends JSON and reads the answer. */
export async function send<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown = {},
): Promise<T> {
  const response = await request(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

/** Hands an answer to the person as a file. */
export async function download(path: string, name: string): Promise<void> {
  const response = await request(path);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
