/**
 * The MCP SDK's handler as in its documentation: a server with every tool is created for every
 * request. `mcp-sdk.ts <number of tools>`.
 */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { listenAndReport } from '../process/measured-server.ts';
import { DESCRIPTION, INPUT, OUTPUT, createToolNames } from './tools.ts';
import { getWeather } from './wire.ts';

const names = createToolNames(Number(process.argv[2]));
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'weather', version: '1.0.0' });
  for (const name of names) {
    server.registerTool(
      name,
      { description: DESCRIPTION, inputSchema: INPUT, outputSchema: OUTPUT },
      ({ location }) => {
        const structuredContent = getWeather(location);
        const text = JSON.stringify(structuredContent);
        return { content: [{ type: 'text', text }], structuredContent: { ...structuredContent } };
      },
    );
  }
  return server;
});
listenAndReport(createAdaptorServer({ fetch: (request) => handler.fetch(request) }) as Server);
