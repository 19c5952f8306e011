const KEPT = 'timestep.token';

/**
 * Takes the token out of an address that the server printed, so that it stays in no history and no link, and
 * keeps it for this browser. It is read back by `keptToken`.
 */
export function takeToken(place: Location, history: History, storage: Storage): void {
  const token = new URLSearchParams(place.hash.slice(1)).get('token');
  if (token === null || token === '') return;
  storage.setItem(KEPT, token);
  history.replaceState(null, '', `${place.pathname}${place.search}`);
}

export function keptToken(storage: Storage): string {
  return storage.getItem(KEPT) ?? '';
}

export function keepToken(storage: Storage, token: string): void {
  storage.setItem(KEPT, token);
}
