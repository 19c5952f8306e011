/** The agent of this folder, as `npm run agent` serves it. */
export const AGENT =
  new URLSearchParams(location.search).get('agent') ?? 'http://127.0.0.1:10000/agui';
