/** Graphs as pictures: an MCP server made with the official SDK, as those of others are. */
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { drawErrors } from './draw-errors.ts';

const server = new McpServer({ name: 'graphs', version: '1.0.0' });
server.registerTool(
  'errors',
  {
    description: 'The errors of a service in each minute since nine, as a picture.',
    inputSchema: z.object({ service: z.string() }),
    annotations: { readOnlyHint: true },
  },
  ({ service }) => ({
    content: [
      { type: 'text', text: `Errors of ${service}, 09:00 to 09:41` },
      { type: 'image', mimeType: 'image/png', data: drawErrors().toString('base64') },
    ],
  }),
);
await server.connect(new StdioServerTransport());
