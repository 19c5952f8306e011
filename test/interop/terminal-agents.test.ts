import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder, openTerminal } from './terminal-chat.ts';
import { serveProvider, type ModelAnswer, type ModelQuestion } from './terminal-provider.ts';

/** An MCP server that says when it is ready, as most do. */
const READY_SERVER = `
import { createInterface } from 'node:readline';
process.stderr.write(process.argv[2] + ' is ready\\n');
const serverInfo = { name: 'ready', version: '1' };
const answers = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
  'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: Array.from({ length: 60 }, (_, at) => 'row ' + at).join('\\n') }] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? {} }) + '\\n');
});
`;

/** Writes an agent with an MCP server of its own. */
function writeAgent(folder: string, name: string, agents: readonly string[]): void {
  mkdirSync(join(folder, name));
  const settings = { model: `lmstudio/${name}` };
  const manifest = { metadata: { name }, settings, ...(agents.length > 0 && { agents }) };
  writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'server.mjs'), READY_SERVER);
  const args = [join(folder, 'server.mjs'), `${name}-server`];
  const toolPermissionRequired = { serverDefault: false };
  const mcpServers = { ops: { command: process.execPath, args, toolPermissionRequired } };
  writeFileSync(join(folder, name, 'mcp.json'), JSON.stringify({ mcpServers }));
}

/** Writes both agents. Their provider holds the answer of the sky until `gate` resolves. */
async function serveAgents(folder: string, gate?: Promise<unknown>): Promise<string> {
  writeAgent(folder, 'desk', ['../sky']);
  writeAgent(folder, 'sky', []);
  return serveProvider(async (question) => {
    if (question.model === 'sky') await gate;
    return answerAsAgents(question);
  });
}

/** The desk asks the sky, which looks and answers. */
function answerAsAgents({ model, lastRole }: ModelQuestion): ModelAnswer {
  if (lastRole === 'tool') return `${model} has an answer.`;
  if (model === 'sky') return { tool: 'ops_look', arguments: {} };
  return { tool: 'agents_call_agent', arguments: { agent: 'sky', message: 'How is it?' } };
}

it('prints no lines of MCP servers into the conversation, of called agents neither', async () => {
  const folder = newFolder();
  const url = await serveAgents(folder);
  const terminal = openTerminal(folder, ['desk', '--trust'], url);
  await terminal.see('Enter: send');
  terminal.type('ask\r');
  await terminal.see('desk has an answer.');
  expect(terminal.shown()).toContain('"state":"completed"');
  expect(terminal.shown()).not.toContain('is ready');
  expect(terminal.shown()).not.toContain('Error');
  terminal.type('\u0004');
  expect(await terminal.ended).toBe(0);
});

it('says in its status line which agent works, and how full the context is', async () => {
  const folder = newFolder();
  const gate = Promise.withResolvers<undefined>();
  const url = await serveAgents(folder, gate.promise);
  const terminal = openTerminal(folder, ['desk', '--trust'], url);
  await terminal.see('Enter: send');
  terminal.type('ask\r');
  await terminal.see('sky is working · ');
  gate.resolve(undefined);
  await terminal.see('desk has an answer.');
  await terminal.see('<1 % of context');
  terminal.type('\u0004');
  expect(await terminal.ended).toBe(0);
});

it('opens a long result over the conversation, and closes it', async () => {
  const folder = newFolder();
  writeAgent(folder, 'sky', []);
  const url = await serveProvider(answerAsAgents);
  const terminal = openTerminal(folder, ['sky', '--trust'], url);
  await terminal.see('Enter: send');
  terminal.type('look\r');
  await terminal.see('(Ctrl+O shows all)');
  await terminal.see('sky has an answer.');
  terminal.type('\u000f');
  await terminal.see('lines 1 to 23 of 61');
  expect(terminal.shown()).not.toContain('row 59');
  terminal.type('\u001b[F');
  await terminal.see('row 59');
  const answers = terminal.shown().split('sky has an answer.').length;
  terminal.type('q');
  await terminal.see('\u001b[?1049l');
  terminal.type('\u0004');
  expect(await terminal.ended).toBe(0);
  // The conversation is as it was: nothing of it is printed again.
  expect(terminal.shown().split('sky has an answer.')).toHaveLength(answers);
});
