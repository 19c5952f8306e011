import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { FRONT_ENDS } from './example-files.ts';

const REPOSITORY = join(FRONT_ENDS, '../..');
const COMMAND = join(REPOSITORY, 'packages/timestep/src/people/cli/main.ts');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Checks the types of the example, and builds its pages as its package says; returns the folder of the build. */
export async function buildPages(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-front-ends-'));
  const run = promisify(execFile);
  const bin = join(FRONT_ENDS, 'node_modules/.bin');
  await run(join(bin, 'tsc'), [], { cwd: FRONT_ENDS });
  await run(join(bin, 'vite'), ['build', '--outDir', folder, '--logLevel', 'error'], {
    cwd: FRONT_ENDS,
  });
  return folder;
}

/** Serves the files of a folder, as any web server does. */
export async function servePages(folder: string): Promise<{
  readonly origin: string;
  readonly close: () => void;
}> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    try {
      const content = readFileSync(join(folder, pathname));
      response.setHeader('content-type', TYPES[extname(pathname)] ?? 'application/octet-stream');
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Runs `timestep serve` for the agent of the example, with a provider in place of its script. */
export async function serveAgent(
  modelUrl: string,
  origin: string,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-desk-'));
  const options = ['--port', '0', '--json', '--no-ui', '--database', join(folder, 'tasks.db')];
  const served = spawn(
    process.execPath,
    [
      '--conditions=@timestep/source',
      COMMAND,
      'serve',
      join(FRONT_ENDS, 'agent'),
      '--model',
      'openai-compatible/desk',
      '--allowed-origin',
      origin,
      ...options,
    ],
    {
      cwd: folder,
      env: {
        ...process.env,
        OPENAI_COMPATIBLE_BASE_URL: modelUrl,
        OPENAI_COMPATIBLE_API_KEY: 'sk-front-ends',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface(served.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  return {
    url: `${url}/agui`,
    async close() {
      served.kill('SIGTERM');
      if (served.exitCode === null) await once(served, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
