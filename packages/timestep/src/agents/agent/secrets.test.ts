import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgent, loadAgentFolder } from './load-agent.ts';
import { readAgentFolder, readStoredSecrets, readStoredSecretsSync } from '#agents/folder';

/** A stand-in for the command of 1Password, which writes down what it is asked for. */
function opCommand(script: string) {
  const folder = createTestFolder({
    op: `#!/bin/sh\necho "$@" >> "$(dirname "$0")/asked"\n${script}\n`,
  });
  chmodSync(join(folder, 'op'), 0o755);
  const file = join(folder, 'asked');
  const asked = (): string[] =>
    existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return { asked, env: { PATH: `${folder}:${process.env['PATH']}` } };
}

const manifest = {
  metadata: { name: 'Guide' },
  settings: { model: 'lmstudio/m' },
  providers: { openai: { OPENAI_API_KEY: 'op://vault/openai/key' } },
  mcpServers: {
    sky: { url: 'http://127.0.0.1:1/mcp', headers: { authorization: 'op://vault/sky/token' } },
    sea: { command: 'sea', env: { TOKEN: 'op://vault/sky/token', OTHER: 'see op://vault/x/y' } },
  },
};

describe('a secret of a password store', () => {
  it('is read once for each reference, when the agent is opened', async () => {
    const { asked, env } = opCommand('echo "secret of $4"');
    const folder = createTestFolder({ 'tsagent.json': manifest });
    const expected = {
      env: { OPENAI_API_KEY: 'secret of op://vault/openai/key' },
      servers: [
        {
          headers: { authorization: 'secret of op://vault/sky/token' },
          secrets: ['secret of op://vault/sky/token'],
        },
        {
          target: {
            env: { TOKEN: 'secret of op://vault/sky/token', OTHER: 'see op://vault/x/y' },
          },
        },
      ],
    };
    expect(readAgentFolder(folder, { env })).toMatchObject(expected);
    expect(asked()).toEqual([
      'read --no-newline -- op://vault/openai/key',
      'read --no-newline -- op://vault/sky/token',
    ]);
    const definition = await loadAgent(folder, { env });
    expect(definition.folder).toMatchObject(expected);
    expect(asked()).toHaveLength(4);
  });

  it('is not asked for again when the folder changes', async () => {
    const { asked, env } = opCommand('echo "secret of $4"');
    const folder = createTestFolder({ 'tsagent.json': manifest });
    const definition = loadAgentFolder(folder, { env });
    const before = asked().length;
    writeFileSync(join(folder, 'prompt.md'), 'New.');
    const changed = await definition.refresh();
    expect([changed.prompt, changed.env['OPENAI_API_KEY']]).toEqual([
      'New.',
      'secret of op://vault/openai/key',
    ]);
    expect(asked()).toHaveLength(before);
  });

  it('is given up where the command does not end', async () => {
    const { env } = opCommand('exec sleep 3600');
    const reference = 'op://vault/openai/key';
    expect(readStoredSecretsSync([reference], env, 100)).toEqual(new Map([[reference, undefined]]));
    const stored = await readStoredSecrets([reference], env, new Map(), 100);
    expect(stored).toEqual(new Map([[reference, undefined]]));
  });

  it.each([
    ['fails', 'echo "the-secret" >&2; echo "the-secret"; exit 1'],
    ['gives nothing', 'exit 0'],
  ])('is an error that shows nothing of it where the command %s', (_, script) => {
    const { env } = opCommand(script);
    const folder = createTestFolder({ 'tsagent.json': manifest });
    let message = '';
    try {
      readAgentFolder(folder, { env });
    } catch (thrown) {
      message = String(thrown);
    }
    expect(message).toContain(
      'headers.authorization refers to a secret that the 1Password command',
    );
    expect(message).toContain('check it with "op read"');
    expect(message).not.toContain('the-secret');
  });
});
