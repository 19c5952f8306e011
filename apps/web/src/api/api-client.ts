import { ApiError, readApiError } from './api-error.ts';

const API_PATH = '/ui/api';
const TOKEN_KEY = 'timestep.token';

async function fetchApi(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = localStorage.getItem(TOKEN_KEY);
  if (token) headers.set('authorization', `Bearer ${token}`);
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

/** Reads JSON from the API. The type of the response is not checked. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetchApi(path, { signal: signal ?? null });
  return (await response.json()) as T;
}

type Method = 'POST' | 'PUT' | 'DELETE';

export function fetchJson(method: Method, path: string, body: unknown, signal?: AbortSignal) {
  const headers = { 'content-type': 'application/json' };
  return fetchApi(path, { method, headers, body: JSON.stringify(body), signal: signal ?? null });
}

export async function sendJson<T>(method: Method, path: string, body: unknown = {}): Promise<T> {
  const response = await fetchJson(method, path, body);
  return (await response.json()) as T;
}

export async function downloadFile(path: string, name: string): Promise<void> {
  const response = await fetchApi(path);
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Moves the access token from the URL to storage, so that history and links do not hold it. */
export function moveTokenToStorage(location: Location, history: History, storage: Storage): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null || token === '') return;
  storage.setItem(TOKEN_KEY, token);
  history.replaceState(null, '', `${location.pathname}${location.search}`);
}

export function storeToken(storage: Storage, token: string): void {
  storage.setItem(TOKEN_KEY, token);
}
