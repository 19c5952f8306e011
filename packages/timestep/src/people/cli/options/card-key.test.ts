import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createOptionValues } from '../command.ts';
import { listen } from '#protocols/http';
import { Agent, serve, type Serving } from '#serving/server';
import { readCardKey, readPublicKeys } from './card-key.ts';
import { createTestFolder, runInProcess } from '../timestep.fixture.ts';

const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
const pemOf = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString();

function fileWith(text: string): string {
  const path = join(createTestFolder(), 'key');
  writeFileSync(path, text);
  return path;
}

/** An agent at one address, whose key changes. */
async function peer(first: string | undefined) {
  let serving: Serving | undefined;
  const signWith = async (key: string | undefined): Promise<void> => {
    await serving?.close(0);
    const model = () => ({ role: 'assistant', content: 'Clear.' }) as const;
    const agent = new Agent({ agentId: 'sky', name: 'Sky', model });
    const cardKey = key === undefined ? {} : { cardKey: { key } };
    serving = await serve({ agents: [agent], database: ':memory:', port: 0, ...cardKey });
  };
  await signWith(first);
  const listening = await listen(async (request) => (await serving?.fetch(request)) as Response, {
    port: 0,
  });
  onTestFinished(async () => {
    await listening.close(0);
    await serving?.close(0);
  });
  return { url: listening.url, signWith };
}

it('keeps the key of an agent, and refuses the agent under another one', async () => {
  const key = newKey();
  const { url, signWith } = await peer(pemOf(key));
  const folder = createTestFolder();
  const env = { TIMESTEP_CONFIG: folder };
  const run = (...argv: string[]) => runInProcess(argv, env, Date.now());
  const keys = `${url}/.well-known/jwks.json`;
  expect(await run('agents', 'add', url, '--card-key', keys)).toMatchObject({ code: 0 });
  const place = ['--database', join(folder, 'tasks.db')];
  const ask = (named: string) => run('agents', 'ask', named, 'How is it?', ...place);
  expect(await ask('sky')).toMatchObject({ code: 0 });

  for (const other of [pemOf(newKey()), undefined]) {
    await signWith(other);
    for (const named of ['sky', url]) {
      const shown = await run('agents', 'show', named);
      expect(shown.code).toBe(1);
      expect(shown.stdout).toMatch(/not signed with a trusted key|has no signature/);
      const asked = await ask(named);
      expect(asked.code).not.toBe(0);
      expect(asked.stdout).not.toContain('Clear.');
    }
  }

  const renewed = pemOf(newKey());
  await signWith(renewed);
  expect(await run('agents', 'add', url, '--card-key', keys)).toMatchObject({ code: 0 });
  expect(await run('agents', 'show', 'sky')).toMatchObject({ code: 0 });
});

it('does not keep an agent whose card has another key', async () => {
  const { url } = await peer(pemOf(newKey()));
  const env = { TIMESTEP_CONFIG: createTestFolder() };
  const key = fileWith(pemOf(newKey()));
  const added = await runInProcess(['agents', 'add', url, '--card-key', key], env, Date.now());
  expect(added.code).toBe(1);
  expect(added.stderr).toMatch(/not signed with a trusted key/);
});

it('reads the key that signs from a file or a variable', async () => {
  const key = pemOf(newKey());
  const jwk = JSON.stringify(newKey().export({ format: 'jwk' }));
  expect(await readCardKey(createOptionValues({ 'card-key': fileWith(key) }), {})).toEqual({
    cardKey: { key },
  });
  const named = { 'card-key': '${env:CARD_KEY}' };
  expect(await readCardKey(createOptionValues(named), { CARD_KEY: jwk })).toEqual({
    cardKey: { key: jwk },
  });
  expect(await readCardKey(createOptionValues({}), {})).toEqual({});
  await expect(readCardKey(createOptionValues({ 'card-key': '/nowhere' }), {})).rejects.toThrow(
    '--card-key /nowhere cannot be read (ENOENT)',
  );
});

it('keeps public keys, never a private one', async () => {
  const key = newKey();
  const jwk = { ...key.export({ format: 'jwk' }), kid: 'k' };
  const read = (text: string) =>
    readPublicKeys(createOptionValues({ 'card-key': [fileWith(text)] }));
  for (const text of [pemOf(key), JSON.stringify(jwk), JSON.stringify({ keys: [jwk] })]) {
    const [found, ...others] = await read(text);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kty: 'OKP', crv: 'Ed25519' });
    expect(found).not.toHaveProperty('d');
  }
  expect((await read(JSON.stringify(jwk)))[0]).toMatchObject({ kid: 'k' });
  await expect(read('my secret')).rejects.toThrow(/contains no public key/);
  await expect(read('{"keys":[]}')).rejects.toThrow(/contains no public key/);
});
