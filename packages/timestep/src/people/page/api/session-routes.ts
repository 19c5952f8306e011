import { createJsonResponse, type ApiRoute } from './api-route.ts';

/**
 * The route that confirms the caller is signed in, so that the page knows whether to ask for a key.
 */
export const SESSION_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/session', handle: () => createJsonResponse({ signedIn: true }) },
];
