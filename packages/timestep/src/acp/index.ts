export type { AcpAgent } from './acp-site.ts';
export type { ClientServer } from './client-server.ts';
export { serveAcp, type AcpStreams } from './serve-acp.ts';
