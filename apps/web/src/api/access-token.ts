const TOKEN_KEY = 'timestep.token';

/**
 * Moves the access token from the URL fragment to browser storage and removes it from the URL, so
 * that the token is not in the history or in copied links.
 */
export function moveTokenToStorage(location: Location, history: History, storage: Storage): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null || token === '') return;
  storage.setItem(TOKEN_KEY, token);
  history.replaceState(null, '', `${location.pathname}${location.search}`);
}

export function getStoredToken(storage: Storage): string {
  return storage.getItem(TOKEN_KEY) ?? '';
}

export function storeToken(storage: Storage, token: string): void {
  storage.setItem(TOKEN_KEY, token);
}
