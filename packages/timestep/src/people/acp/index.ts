export type { AcpAgent } from './acp-server-deps.ts';
export type { ClientServer } from './conversions/client-server.ts';
export { serveAcp, type AcpStreams } from './serve-acp.ts';
