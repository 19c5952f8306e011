import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A folder with a scripted agent that has tools, and its session database. */
export interface AcpFolder {
  readonly path: string;
  /** The command that serves the agent, and its arguments. */
  readonly command: readonly string[];
  /** The MCP server of the tools, for clients that add their own. */
  readonly server: { readonly command: string; readonly args: string[] };
  readonly notesFile: string;
  /** Returns the output of the tools. */
  notes(): string[];
}

const MAIN = fileURLToPath(
  new URL('../../../packages/timestep/src/people/cli/main.ts', import.meta.url),
);
const SERVER = fileURLToPath(new URL('notes-server.ts', import.meta.url));
const SOURCE = '--conditions=@timestep/source';

const call = (tool: string) => ({ tool, arguments: { text: '{{text}}' } });

const SCRIPT = {
  rules: [
    {
      when: { user: { matches: '^note (?<text>\\w+)$' }, step: 1 },
      reply: { say: 'Let me note it.', call: call('notes_add') },
    },
    {
      when: { user: { matches: '^hang on (?<text>\\w+)$' }, step: 1 },
      reply: { call: call('notes_wait') },
    },
    {
      when: { user: { matches: '^own (?<text>\\w+)$' }, step: 1 },
      reply: { call: call('mine_add') },
    },
    { when: { user: 'book', step: 1 }, reply: { call: { tool: 'notes_book' } } },
    { when: { tool_result: {} }, reply: 'The tool said: {{result}}' },
  ],
  otherwise: 'You said {{user}}.',
};

export function acpFolder(): AcpFolder {
  const path = mkdtempSync(join(tmpdir(), 'timestep-acp-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const notesFile = join(path, 'notes.txt');
  const server = { command: process.execPath, args: [SOURCE, SERVER] };
  const agent = join(path, 'agent');
  mkdirSync(agent);
  writeFileSync(join(agent, 'script.json'), JSON.stringify(SCRIPT));
  writeFileSync(
    join(agent, 'tsagent.json'),
    JSON.stringify({
      metadata: { name: 'Guide' },
      settings: { model: 'script:script.json' },
      mcpServers: { notes: { ...server, env: { NOTES: notesFile } } },
    }),
  );
  return {
    path,
    command: [process.execPath, SOURCE, MAIN, 'acp', agent, '--database', join(path, 'tasks.db')],
    server,
    notesFile,
    notes: () => (existsSync(notesFile) ? readFileSync(notesFile, 'utf8').trim().split('\n') : []),
  };
}
