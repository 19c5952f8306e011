import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Environment } from '#serving/server';
import { runNow, createTestFolder, openTestRunner } from '../../timestep.fixture.ts';

async function skyServer(): Promise<string> {
  const environment = new Environment({ environmentId: 'sky', enableHandoff: false });
  environment.tool('get', {}, () => 'blue');
  const listening = await environment.start({ port: 0 });
  onTestFinished(() => listening.close(0));
  return `${listening.url}/mcp`;
}

function folderOf(mcpServers: object): string {
  const folder = createTestFolder();
  const manifest = { metadata: { name: 'x' }, mcpServers };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

it('says how each MCP server of an agent is, and what one said that cannot be used', async () => {
  const database = join(createTestFolder(), 'tasks.db');
  const runner = openTestRunner(database);
  onTestFinished(() => runner.close(0));
  const url = await skyServer();
  const env = { API_KEY: 'sesame-opens' };
  const args = ['--eval', 'console.error(`refused: ${process.env.API_KEY}\\u001b[2J`)'];
  const bad = { command: process.execPath, args, env };
  const well = folderOf({ sky: { url }, off: { url, disabled: true } });
  const fine = await runNow('doctor', '--database', database, '--agent', well);
  expect(fine.code).toBe(0);
  expect(fine.stdout).toMatch(
    /note: the MCP server sky has 1 tool and answered a ping in [\d.]+ ms\nnote: [^\n]* off is disabled\n/,
  );
  const ill = folderOf({ sky: { url }, bad });
  const found = await runNow('doctor', '--database', database, '--agent', ill);
  expect(found.code).toBe(1);
  expect(found.stdout).toMatch(
    /problem: skipped: tools of the MCP server bad: [^\n]*; last output: refused: \[secret\]\n/,
  );
});
