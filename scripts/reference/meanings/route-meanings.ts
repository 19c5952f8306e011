import type { Meanings } from '../described.ts';

/** Paths of a whole server, and of each agent. */
export const MOUNT_MEANINGS: Meanings = {
  '/health': 'whether tasks can be stored, for load balancers; without a key',
  '/health/live': 'whether the process answers, for whoever restarts it; without a key',
  '/metrics': 'measurements for Prometheus',
  '/agents': 'the agents of the server; below it, `/agents/<id>` is each of them',
  '/.well-known/agent-card.json': 'the A2A card; with several agents, their catalog',
  '/.well-known/agent.json': 'the card at the address of A2A 0.2',
  '/.well-known/ai-catalog.json': 'the agents as an AI Catalog',
  '/.well-known/jwks.json': 'the keys that sign cards, with `--card-key`',
  '/.well-known/oauth-protected-resource': 'the issuer and the scopes of tokens, with `--issuer`',
  '/mcp': 'the tools of the agent, over MCP',
  '/tools/mcp': 'the agent as a tool, over MCP, if its folder has `metadata.tools`',
  '/agui': 'AG-UI: runs of the agent',
  '/v1': 'OpenAI Responses, Chat Completions, files and models (below)',
};

/** Routes of A2A over REST, below `/` or `/agents/<id>`; those of 0.3 are below `/v1`. */
export const A2A_MEANINGS: Meanings = {
  'POST /message:send': 'sends a message, and waits',
  'POST /message:stream': 'sends a message, and streams',
  'GET /tasks': 'lists tasks (1.0)',
  'GET /tasks/': 'reads a task whose id is missing: an error',
  'GET /tasks/:taskId': 'reads a task',
  'POST /tasks/:taskId:cancel': 'cancels a task',
  'GET /tasks/:taskId:subscribe': 'continues the stream of a task',
  'POST /tasks/:taskId:subscribe': 'continues the stream of a task',
  'GET /tasks/:taskId/pushNotificationConfigs/?': 'lists receivers of notifications',
  'POST /tasks/:taskId/pushNotificationConfigs/?': 'adds a receiver',
  'GET /tasks/:taskId/pushNotificationConfigs/:configId': 'reads a receiver',
  'DELETE /tasks/:taskId/pushNotificationConfigs/:configId': 'removes a receiver',
  'GET /extendedAgentCard': 'the card for authenticated callers (1.0)',
  'GET /card': 'the card for authenticated callers (0.3)',
};

export const OPENAI_MEANINGS: Meanings = {
  'POST /v1/responses/?': 'makes a response; as a WebSocket, several',
  'POST /v1/responses/compact': 'sums up a conversation',
  'POST /v1/responses/input_tokens': 'counts tokens',
  'GET /v1/responses/:id': 'reads a response, or streams it on',
  'DELETE /v1/responses/:id': 'deletes a response',
  'GET /v1/responses/:id/input_items': 'lists what was sent',
  'POST /v1/responses/:id/cancel': 'cancels a response in the background',
  'POST /v1/conversations/?': 'makes a conversation',
  'GET /v1/conversations/:id': 'reads a conversation',
  'POST /v1/conversations/:id': 'changes its metadata',
  'DELETE /v1/conversations/:id': 'deletes it',
  'GET /v1/conversations/:id/items/?': 'lists its items',
  'POST /v1/conversations/:id/items/?': 'adds items',
  'GET /v1/conversations/:id/items/:item': 'reads an item',
  'DELETE /v1/conversations/:id/items/:item': 'deletes an item',
  'GET /v1/files/?': 'lists files',
  'POST /v1/files/?': 'uploads a file',
  'GET /v1/files/:id': 'reads what is known of a file',
  'DELETE /v1/files/:id': 'deletes a file',
  'GET /v1/files/:id/content': 'reads its content',
  'POST /v1/chat/completions/?': 'answers as Chat Completions does',
  'GET /v1/models/?': 'lists the agents as models',
  'GET /v1/models/*id': 'reads one of them',
};
