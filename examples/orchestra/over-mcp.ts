/**
 * Talks with the coordinator as an MCP client that uses our `mcp.json`: with tools, over standard
 * input and output.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Stage } from './stage.ts';
import { printStep, type CoordinatorClient } from './coordinator-client.ts';

interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

interface Report {
  readonly task: string;
  readonly state: string;
  readonly question?: { readonly text: string };
  readonly answer?: string;
}

/** Opens a conversation in which each input answers the waiting task, if there is one. */
export async function connectOverMcp({ folder, env }: Stage): Promise<CoordinatorClient> {
  const file = readFileSync(join(import.meta.dirname, 'mcp.json'), 'utf8');
  const { mcpServers } = JSON.parse(file) as {
    readonly mcpServers: { readonly orchestra: Server };
  };
  const { command, args } = mcpServers.orchestra;
  const client = new Client({ name: 'program', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command, args: [...args], cwd: folder, env: { ...env } }),
  );
  let task: string | undefined;
  return {
    async say(words) {
      const [name, asked] =
        task === undefined
          ? ['call_agent', { agent: 'coordinator', message: words }]
          : ['answer_task', { task, message: words }];
      printStep(name, JSON.stringify(asked));
      const { structuredContent } = await client.callTool({ name, arguments: asked });
      const report = structuredContent as unknown as Report;
      ({ task } = report);
      printStep('', `task ${task} is ${report.state}`);
      return report.answer ?? report.question?.text ?? '';
    },
    close: () => client.close(),
  };
}
