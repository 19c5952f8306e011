/**
 * Packs the package as it is published, installs it by the line of the README, checks the types of the first program of each
 * page for users against it, and runs the program with a fake provider. Run it after a build.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { LLMock } from '@copilotkit/aimock';
import { firstProgramOf, problemsOf } from '../source/first-program-text.ts';
import { SHORT_NPM_PAUSES } from '../test-setup/npm-pauses.ts';

const root = join(import.meta.dirname, '../..');
const PAGES = ['README.md', 'packages/timestep/README.md', 'docs/tutorial.md'];
const ANSWER = 'Yes: it rains in Oslo.';
const KEY = 'sk-first-program';

const parent = mkdtempSync(join(tmpdir(), 'timestep-first-'));
const folder = join(parent, 'app');
mkdirSync(folder);
try {
  const pages = PAGES.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const problems = problemsOf(pages);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  install(folder, pages[0]?.text ?? '');
  const port = await findFreePort();
  for (const [index, page] of pages.entries()) {
    const program = firstProgramOf(page.text)?.replaceAll('10000', String(port + index)) ?? '';
    writeFileSync(join(folder, `program-${index}.ts`), program);
  }
  checkTypes(folder);
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  await mock.start();
  const toolCalls = [{ name: 'get_weather', arguments: '{"city":"Oslo"}' }];
  mock.on({ hasToolResult: false, model: 'gpt-5-mini' }, { toolCalls });
  mock.on({ hasToolResult: true, model: 'gpt-5-mini' }, { content: ANSWER });
  try {
    for (const index of pages.keys()) await runProgram(folder, index, port + index, mock.url);
  } finally {
    await mock.stop();
  }
  console.log(`first-program: ${pages.length} pages, types of the packed package, answered`);
} catch (thrown) {
  console.error(`  ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  process.exitCode = 1;
} finally {
  rmSync(parent, { recursive: true, force: true });
}

/** Installs the packed package as the README says: in a folder beside a clone with the archive. */
function install(target: string, readme: string): void {
  const clone = join(target, '../timestep');
  mkdirSync(clone);
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', clone], {
    cwd: join(root, 'packages/timestep'),
    stdio: 'ignore',
  });
  writeFileSync(join(target, 'package.json'), '{ "private": true, "type": "module" }\n');
  const [line] = /^npm install .*timestep.*?(?=\s*(?:#.*)?$)/m.exec(readme) ?? [];
  if (line === undefined) throw new Error('README.md has no line that installs the package');
  const env = {
    ...process.env,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    ...SHORT_NPM_PAUSES,
  };
  execFileSync('sh', ['-c', line], { cwd: target, env, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const name of ['@types', 'undici-types']) {
    const types = join(target, 'node_modules', name);
    rmSync(types, { recursive: true, force: true });
    symlinkSync(join(root, 'node_modules', name), types);
  }
}

/** Checks the programs as a strict project of a user does. Throws with what the compiler prints. */
function checkTypes(target: string): void {
  const compilerOptions = {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  writeFileSync(
    join(target, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  );
  try {
    execFileSync('tsc', ['-p', '.'], { cwd: target, encoding: 'utf8', stdio: 'pipe' });
  } catch (thrown) {
    const { stdout } = thrown as { readonly stdout?: string };
    throw new Error(`the types of the first program are wrong:\n${stdout ?? String(thrown)}`, {
      cause: thrown,
    });
  }
}

/** Runs one program until it serves: it must print the answer, and its card must name the agent. */
async function runProgram(
  target: string,
  index: number,
  port: number,
  provider: string,
): Promise<void> {
  const child = spawn(process.execPath, [`program-${index}.ts`], {
    cwd: target,
    env: { ...process.env, OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${provider}/v1` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    const card = await fetchWhenServed(
      `http://127.0.0.1:${port}/.well-known/agent-card.json`,
      child,
    );
    if (!card.includes('"weather"')) throw new Error(`the card does not name the agent: ${card}`);
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  const [out, err] = await printed;
  if (out.trim() !== ANSWER) throw new Error(`the first program printed ${out}${err}`);
}

async function fetchWhenServed(
  url: string,
  child: { readonly exitCode: number | null },
): Promise<string> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      return await (await fetch(url)).text();
    } catch (thrown) {
      if (child.exitCode !== null) return `the program ended with ${child.exitCode}`;
      if (Date.now() > end) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
