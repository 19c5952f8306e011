import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

/** Notes the packages that are loaded from here on, and those parts of Node that take long. */
const NOTING = `
  const { registerHooks } = await import('node:module');
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name) loaded.add(name);
      if (/^node:(https?2?|sqlite|tls)$/.test(url)) loaded.add(url);
      return next(url, context);
    },
  });
  const tell = () => process.stderr.write(JSON.stringify([...loaded].sort()));
`;

const IMPORTING = `${NOTING}
  await import(process.argv[1]);
  tell();
`;

/** Runs a command, at a terminal that is left as soon as it shows the prompt. */
const RUNNING = `${NOTING}
  const [source, ...argv] = process.argv.slice(1);
  const { runCommandLine } = await import(source + 'people/cli/run.ts');
  const { loadBackends } = await import(source + 'people/cli/backends/backends.ts');
  let type;
  const terminal = {
    size: () => ({ columns: 80, rows: 24 }),
    write(text) {
      if (!text.includes('Enter: send') || !type) return;
      tell();
      type('\\u0003');
      type('\\u0003');
      type = undefined;
    },
    open(onInput) {
      type = onInput;
      return () => undefined;
    },
  };
  await runCommandLine(argv, {
    version: '1.2.3',
    loadBackends: () => loadBackends(argv, []),
    env: {},
    now: Date.now(),
    getStopSignal: () => new AbortController().signal,
    getTerminal: () => terminal,
    isStderrTerminal: false,
    write: () => undefined,
    writeError: (text) => process.stderr.write(text),
  });
  if (argv[0] !== 'chat') tell();
`;

const SOURCE = new URL('./', import.meta.url).href;

async function loadedIn(
  program: string,
  args: readonly string[],
  input: string = '',
): Promise<unknown> {
  const node = ['--conditions=@timestep/source', '--input-type=module', '--eval', program];
  // Without the options by which processes of tests run what is built.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, [...node, ...args], { env });
  child.stdin.end(input);
  child.stdout.resume();
  return JSON.parse(await textOf(child.stderr));
}

function loadedBy(module: string): Promise<unknown> {
  return loadedIn(IMPORTING, [new URL(module, SOURCE).href]);
}

function loadedByCommand(argv: readonly string[], input?: string): Promise<unknown> {
  return loadedIn(RUNNING, [SOURCE, ...argv], input);
}

/** The folder of an agent whose model has a list price, with a tool server that has not been checked yet. */
function folderOfAgent(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = { model: 'anthropic/claude-sonnet-4-5' };
  const written = { metadata: { name: 'Guide' }, settings };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(written));
  writeFileSync(join(folder, '.env'), 'ANTHROPIC_API_KEY=sk-1');
  const mcpServers = { absent: { command: 'node', args: ['absent.js'] } };
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }));
  return folder;
}

it('loads nothing that a program may not need', async () => {
  expect(await loadedBy('./index.ts')).toEqual(['node:sqlite']);
});

it('loads no database to show help', async () => {
  expect(await loadedBy('./people/cli/run.ts')).toEqual([]);
});

it('loads what draws and what keeps before the prompt, and no model, price list or tools', async () => {
  expect(await loadedByCommand(['chat', folderOfAgent(), '--runner', 'memory'])).toEqual([
    '@earendil-works/pi-tui',
    'get-east-asian-width',
    'marked',
    'node:sqlite',
  ]);
});

it('answers an editor with its protocol alone', async () => {
  const params = { protocolVersion: 1, clientCapabilities: {} };
  const initialize = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const argv = ['acp', folderOfAgent(), '--runner', 'memory'];
  expect(await loadedByCommand(argv, `${initialize}\n`)).toEqual([
    '@agentclientprotocol/sdk',
    'node:sqlite',
    'zod',
  ]);
});

it('would notice a package that is loaded too early', async () => {
  expect(await loadedBy('./protocols/mcp/serve/handler.ts')).toContain('zod');
  expect(await loadedBy('../../../node_modules/@hono/node-server/dist/index.mjs')).toContain(
    'node:http',
  );
});
