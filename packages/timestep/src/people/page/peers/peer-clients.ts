// The parts of connections that need the clients of MCP and A2A, which are loaded together on first use.

export { askA2APeer } from './a2a-peer.ts';
export { callToolForApp } from '../apps/call-for-app.ts';
export { createUnconnectedPeer } from './connected-peer.ts';
export { callMcpPeer, getPeerPrompt, readPeerApp, readPeerResource } from './mcp-peer.ts';
