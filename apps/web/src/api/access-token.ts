const TOKEN_KEY = 'timestep.token';

/** Moves the access token from the URL to storage, so that history and links do not hold it. */
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
