import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runNow, createTestFolder } from '../../timestep.fixture.ts';

const TOOL = { name: 'book', description: 'Books.', parameters: {}, prompt: 'Book' };

function agentFolder(name: string, tools?: readonly object[]): string {
  const folder = join(createTestFolder(), name);
  mkdirSync(folder);
  const metadata = { name, ...(tools && { tools }) };
  const manifest = { metadata, settings: { model: 'builtin:echo' } };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

it('refuses a folder that is no tools agent with a sentence', async () => {
  const plain = agentFolder('plain');
  const { code, stdout, stderr } = await runNow('meta-mcp', plain, '--runner', 'memory');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    `timestep: ${plain} has no tools to expose: describe them in metadata.tools of its tsagent.json, or serve the agent with timestep serve\n`,
  );
});

it('refuses what it does not understand', async () => {
  expect(await runNow('meta-mcp')).toMatchObject({ code: 2 });
  const [one, two] = [agentFolder('same', [TOOL]), agentFolder('same', [TOOL])];
  const twice = await runNow('meta-mcp', one, two, '--runner', 'memory');
  expect(twice).toMatchObject({ code: 2, stdout: '' });
  expect(twice.stderr).toContain('two of the folders contain an agent with the id same');
  const address = await runNow('meta-mcp', one, '--host', '0.0.0.0', '--runner', 'memory');
  expect(address).toMatchObject({ code: 2, stdout: '' });
  expect(address.stderr).toContain('--host requires --port');
});

it('names a mistake in the tools by file, line and field', async () => {
  const wrong = agentFolder('wrong', [{ ...TOOL, prompt: 'To {place}' }]);
  const { code, stderr } = await runNow('meta-mcp', wrong, '--runner', 'memory');
  expect(code).toBe(1);
  expect(stderr).toContain('tsagent.json:1 metadata.tools[0].prompt names {place}');
});

it('listens at an address as guarded as that of a server', async () => {
  const folder = agentFolder('desk', [TOOL]);
  const options = ['--port', '0', '--host', '0.0.0.0', '--runner', 'memory'];
  const { code, stderr } = await runNow('meta-mcp', folder, ...options);
  expect(code).toBe(1);
  expect(stderr).toContain('0.0.0.0');
});

it('has help with examples', async () => {
  const { code, stdout } = await runNow('meta-mcp', '--help');
  expect(code).toBe(0);
  expect(stdout).toContain('timestep meta-mcp agents/travel-desk --port 8080');
});
