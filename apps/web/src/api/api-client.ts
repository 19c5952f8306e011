import { ApiError, readApiError } from './api-error.ts';
import { getStoredToken } from './access-token.ts';

/** Base path of the API on the page's origin. */
const API_PATH = '/ui/api';

/** Sends a request to the API with the stored token. Rejects with `ApiError`. */
export async function fetchApi(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = getStoredToken(localStorage);
  if (token !== '') headers.set('authorization', `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(`${API_PATH}${path}`, { ...init, headers });
  } catch (thrown) {
    if (init.signal?.aborted) throw thrown;
    throw new ApiError(0, 'unreachable', 'the server is unreachable');
  }
  if (!response.ok) throw await readApiError(response);
  return response;
}

/** Sends a GET request and parses the JSON response. The type is not checked. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetchApi(path, signal ? { signal } : {});
  return (await response.json()) as T;
}

/** Sends JSON and parses the JSON response. */
export async function sendJson<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown = {},
): Promise<T> {
  const response = await fetchApi(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

/** Downloads a response and saves it as a file in the browser. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const response = await fetchApi(path);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
