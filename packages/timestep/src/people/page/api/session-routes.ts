import { createJsonResponse, type ApiRoute } from './api-route.ts';

/** Confirms that the caller is signed in: otherwise the page asks for a key. */
export const SESSION_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/session', handle: () => createJsonResponse({ signedIn: true }) },
];
