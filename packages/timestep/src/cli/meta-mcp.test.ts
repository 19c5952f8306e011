import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { here, newFolder } from './timestep.fixture.ts';

const TOOL = { name: 'book', description: 'Books.', parameters: {}, prompt: 'Book' };

function agentFolder(name: string, tools?: readonly object[]): string {
  const folder = join(newFolder(), name);
  mkdirSync(folder);
  const metadata = { name, ...(tools && { tools }) };
  const manifest = { metadata, settings: { model: 'builtin:echo' } };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

it('refuses a folder that is no tools agent with a sentence', async () => {
  const plain = agentFolder('plain');
  const { code, stdout, stderr } = await here('meta-mcp', plain, '--runner', 'memory');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    `timestep: ${plain} is not an agent whose tools others call: describe them in metadata.tools of its tsagent.json, or serve it with timestep serve\n`,
  );
});

it('refuses what it does not understand', async () => {
  expect(await here('meta-mcp')).toMatchObject({ code: 2 });
  const [one, two] = [agentFolder('same', [TOOL]), agentFolder('same', [TOOL])];
  const twice = await here('meta-mcp', one, two, '--runner', 'memory');
  expect(twice).toMatchObject({ code: 2, stdout: '' });
  expect(twice.stderr).toContain('two of the folders hold an agent called same');
  const address = await here('meta-mcp', one, '--host', '0.0.0.0', '--runner', 'memory');
  expect(address).toMatchObject({ code: 2, stdout: '' });
  expect(address.stderr).toContain('--host goes with --port');
});

it('names a mistake in the tools by file, line and field', async () => {
  const wrong = agentFolder('wrong', [{ ...TOOL, prompt: 'To {place}' }]);
  const { code, stderr } = await here('meta-mcp', wrong, '--runner', 'memory');
  expect(code).toBe(1);
  expect(stderr).toContain('tsagent.json:1 metadata.tools[0].prompt names {place}');
});

it('listens at an address as guarded as that of a server', async () => {
  const folder = agentFolder('desk', [TOOL]);
  const options = ['--port', '0', '--host', '0.0.0.0', '--runner', 'memory'];
  const { code, stderr } = await here('meta-mcp', folder, ...options);
  expect(code).toBe(1);
  expect(stderr).toContain('0.0.0.0');
});

it('has help with examples', async () => {
  const { code, stdout } = await here('meta-mcp', '--help');
  expect(code).toBe(0);
  expect(stdout).toContain('timestep meta-mcp agents/travel-desk --port 8080');
});
