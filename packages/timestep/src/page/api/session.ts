import { data, type ApiRoute } from './route.ts';

/** Says who was let in, so that the page knows whether it must ask for a key. */
export const SESSION_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/session', answer: () => data({ signedIn: true }) },
];
