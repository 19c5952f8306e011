export type { AcpAgent } from './acp-server-deps.ts';
export type { ClientServer } from './conversions/client-server.ts';
export { serveAcp } from './serve-acp.ts';
