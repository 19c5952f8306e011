import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestFolder, runInProcess } from '../../timestep.fixture.ts';

const CANARY = 'sk-canary-0123456789';

type Lists = (path: string, headers: IncomingHttpHeaders) => { status: number; body: unknown };

/** The address of a provider on this machine. */
async function provider(answer: Lists): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const { status, body } = answer(url, headers);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One address for all providers, so that no other is asked. */
function everywhere(url: string): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: CANARY,
    ANTHROPIC_BASE_URL: `${url}/anthropic`,
    GOOGLE_API_KEY: CANARY,
    GOOGLE_BASE_URL: `${url}/google`,
    OPENAI_API_KEY: CANARY,
    OPENAI_BASE_URL: `${url}/openai`,
    OPENROUTER_API_KEY: CANARY,
    OPENROUTER_BASE_URL: `${url}/openrouter`,
    OLLAMA_HOST: url,
    LMSTUDIO_BASE_URL: `${url}/lmstudio`,
    VLLM_BASE_URL: `${url}/vllm`,
    LLAMACPP_BASE_URL: `${url}/llamacpp`,
    AWS_BEARER_TOKEN_BEDROCK: CANARY,
    AWS_REGION: 'eu-west-1',
  };
}

const claude = { data: [{ id: 'claude-sonnet-4-5' }] };
const many = Array.from({ length: 30 }, (_, at) => ({
  id: `maker/model-${at}`,
  context_length: 1000 * (at + 1),
  pricing: { prompt: '0.000001', completion: '0.000002' },
}));

const some: Lists = (path) => {
  if (path.startsWith('/anthropic')) return { status: 200, body: claude };
  if (path.startsWith('/openrouter')) return { status: 200, body: { data: many } };
  if (path.startsWith('/api/tags')) return { status: 200, body: { models: [] } };
  return { status: path.startsWith('/google') ? 403 : 500, body: {} };
};

it('shows what every provider says, and what the first models cost', async () => {
  const url = await provider(some);
  const { code, stdout, stderr } = await runInProcess(['models'], everywhere(url));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  const hosted = lines.slice(6, 21);
  expect(hosted).toHaveLength(15);
  for (const line of hosted)
    expect(line).toMatch(/^[\w-]+ .* not configured: [\w-]+ needs a (?:key|project)/);
  expect([...lines.slice(0, 6), ...lines.slice(21, 26)]).toEqual([
    'PROVIDER           MODELS  STATE',
    expect.stringMatching(/^openai {13}- {7}failed: openai failed \(500\)$/),
    'anthropic          1       ready',
    expect.stringMatching(
      /^google .* failed: google does not let this key .*; check GOOGLE_API_KEY or/,
    ),
    expect.stringMatching(
      /^bedrock .* configured, not checked: bedrock models cannot be listed here/,
    ),
    'openrouter         30      ready',
    'ollama             0       ready',
    expect.stringMatching(/^lmstudio .* failed: lmstudio failed \(500\)$/),
    expect.stringMatching(/^vllm .* failed: vllm failed \(500\)$/),
    expect.stringMatching(/^llamacpp .* failed: llamacpp failed \(500\)$/),
    expect.stringMatching(/^openai-compatible .* not configured: openai-compatible needs a base/),
  ]);
  expect(lines.slice(26, 30)).toEqual([
    '',
    'MODEL                        INPUT  OUTPUT  CONTEXT',
    'anthropic/claude-sonnet-4-5  $3     $15     200,000',
    'openrouter/maker/model-0     $1     $2      1,000',
  ]);
  expect(stdout).toContain('\n20 more: timestep models --provider openrouter\n');
  expect(lines.filter((line) => line.startsWith('openrouter/'))).toHaveLength(10);
});

it('shows all models of one provider, by any of its names', async () => {
  const url = await provider(some);
  const all = await runInProcess(['models', '--provider', 'openrouter'], everywhere(url));
  expect(all.stdout.match(/openrouter\/maker/g)).toHaveLength(30);
  const alias = await runInProcess(['models', '--provider', 'claude'], everywhere(url));
  expect(alias.stdout.split('\n').slice(0, 3)).toEqual([
    'PROVIDER   MODELS  STATE',
    'anthropic  1       ready',
    '',
  ]);
});

it('says the same in JSON', async () => {
  const url = await provider(some);
  const asked = ['models', '--json', '--provider'];
  const one = await runInProcess([...asked, 'anthropic'], everywhere(url));
  const model = { name: 'anthropic/claude-sonnet-4-5', input_price: 3, output_price: 15 };
  expect(JSON.parse(one.stdout)).toEqual({
    providers: [
      { provider: 'anthropic', state: 'ready', models: [{ ...model, context_window: 200_000 }] },
    ],
  });
  const refused = await runInProcess([...asked, 'google'], everywhere(url));
  expect(JSON.parse(refused.stdout)).toMatchObject({
    providers: [{ provider: 'google', state: 'failed', code: 'forbidden' }],
  });
});

it('exits with 1 where it is to check and a provider fails, and only then', async () => {
  const url = await provider(some);
  const exit = async (...argv: readonly string[]) =>
    (await runInProcess(['models', ...argv], everywhere(url))).code;
  expect(await exit('--check')).toBe(1);
  expect(await exit('--provider', 'google')).toBe(0);
  expect(await exit('--provider', 'google', '--check')).toBe(1);
  expect(await exit('--provider', 'anthropic', '--check')).toBe(0);
  expect(await exit('--provider', 'bedrock', '--check')).toBe(0);
  expect(await exit('--provider', 'openai-compatible', '--check')).toBe(0);
});

it("takes the keys of an agent's folder", async () => {
  const used: unknown[] = [];
  const url = await provider((_, headers) => {
    used.push(headers['x-api-key']);
    return { status: 200, body: claude };
  });
  const folder = join(createTestFolder(), 'guide');
  mkdirSync(folder);
  const providers = { claude: { ANTHROPIC_API_KEY: '${env:KEY_OF_GUIDE}' } };
  const manifest = { metadata: { name: 'Guide' }, providers };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, '.env'), `KEY_OF_GUIDE=${CANARY}\nANTHROPIC_BASE_URL=${url}/v1\n`);
  const asked = ['models', folder, '--provider', 'anthropic'];
  const { code, stdout, stderr } = await runInProcess(asked, { ANTHROPIC_API_KEY: 'sk-other' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('anthropic  1       ready');
  expect(used).toEqual([CANARY]);
  expect(stdout).not.toContain(CANARY);
});

it('shows no key and moves no cursor, whatever a provider sends', async () => {
  const url = await provider((path, headers) => {
    const sent = JSON.stringify(headers);
    const name = `\u001B[2J${sent}\n${sent}`;
    const body = { data: [{ id: name }], models: [{ name }], error: { message: sent } };
    return { status: path.includes('openai') ? 401 : 200, body };
  });
  for (const form of [[], ['--json']]) {
    const { stdout, stderr } = await runInProcess(['models', ...form], everywhere(url));
    expect(stdout).toContain('x-api-key');
    expect(stdout + stderr).not.toContain(CANARY);
    expect(stdout).not.toContain('\u001B');
  }
});

it('does not know a provider, or a folder that is none', async () => {
  const unknown = await runInProcess(['models', '--provider', 'nobody']);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('unknown provider "nobody": use one of openai, anthropic,');
  const misspelled = await runInProcess(['models', '--provider', 'mistrall']);
  expect(misspelled.stderr).toContain('unknown provider "mistrall": did you mean mistral?');
  const none = await runInProcess(['models', join(createTestFolder(), 'none')]);
  expect(none).toMatchObject({ code: 1, stdout: '' });
  expect(none.stderr).toContain('is not an agent folder');
});

it('has help with examples', async () => {
  const { code, stdout } = await runInProcess(['models', '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage: timestep models \[folder\] \[options\][^]*--check[^]*Examples:/);
});
