import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { CODEX_VERSION, codexProgram } from './client-sets.ts';
import { staged } from './stage.ts';

const run = promisify(execFile);

/** The settings of a person whose model and tools are those of the server. */
function settings(url: string): string {
  return `
model = "clerk"
model_provider = "desk"
check_for_update_on_startup = false
analytics.enabled = false

[model_providers.desk]
name = "Desk"
base_url = "${url}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[mcp_servers.desk]
url = "${url}/mcp"
`;
}

interface Item {
  readonly type: string;
  readonly text?: string;
  readonly command?: string;
  readonly status?: string;
  readonly exit_code?: number;
  readonly aggregated_output?: string;
  readonly server?: string;
  readonly tool?: string;
}

interface Told {
  readonly type: string;
  readonly item?: Item;
}

/** A person at a terminal: gives Codex prompts, each of which goes on with the same session. */
function person(url: string): (prompt: string) => Promise<readonly Item[]> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  for (const made of [home, work]) mkdirSync(made);
  writeFileSync(join(home, 'config.toml'), settings(url));
  let last: readonly string[] = [];
  return async (prompt) => {
    const options = [
      '--json',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
    ];
    const args = [codexProgram(), 'exec', ...last, ...options, prompt];
    last = ['resume', '--last'];
    const env = { ...process.env, CODEX_HOME: home, HOME: home };
    const codex = run(process.execPath, args, { cwd: work, env });
    codex.child.stdin?.end();
    const { stdout } = await codex;
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Told);
    return lines.flatMap(({ type, item }) =>
      item && type === 'item.completed' && item.type !== 'error' ? [item] : [],
    );
  };
}

it(`is the model of Codex ${CODEX_VERSION}, with a session that goes on, a command and an MCP server`, async () => {
  const { url } = await staged();
  const prompt = person(url);
  expect(await prompt('hello')).toMatchObject([{ type: 'agent_message', text: 'You said: hello' }]);
  expect(await prompt('recall')).toMatchObject([{ text: 'I said: You said: hello' }]);
  const items = await prompt('call exec_command {"cmd":"echo from the shell"}');
  expect(items).toMatchObject([
    { type: 'command_execution', exit_code: 0, aggregated_output: 'from the shell\n' },
    { type: 'agent_message', text: expect.stringContaining('from the shell') },
  ]);
  expect(await prompt('call mcp__desk__look {"place":"Oakland"}')).toMatchObject([
    { type: 'mcp_tool_call', server: 'desk', tool: 'look', status: 'completed' },
    { type: 'agent_message', text: expect.stringContaining('sunny in Oakland') },
  ]);
});
