import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FencedBlock } from '../../scripts/source/markdown.ts';
import { PEERS } from '../peers.ts';
import { NODE_VARIABLES } from './node-variables.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const OPTIONS = `${NODE_VARIABLES.NODE_OPTIONS} --conditions=@timestep/source`;
const COMMAND = join(repository, 'packages/timestep/src/people/cli/main.ts');

/**
 * Commands of a page that a test must not run: package installation, and a command that only exists
 * when installed. Tool servers, which get no variables, run the present source too.
 */
const createPreparation = (node: string): string => `
set -eu
npm() {
  [ "$1" = install ] || { command npm --silent "$@"; return; }
  mkdir -p node_modules/.bin
  ln -sfn "${repository}node_modules"/* node_modules/
  for peer in "${PEERS}/node_modules"/*; do
    [ -e "node_modules/\${peer##*/}" ] || ln -sfn "$peer" node_modules/
  done
  printf '#!/bin/sh\\nexec "${node}" "${COMMAND}" "$@"\\n' > node_modules/.bin/timestep
  chmod +x node_modules/.bin/timestep
}
npm install
mkdir .programs
printf '#!/bin/sh\\nNODE_OPTIONS="%s" exec "${node}" "$@"\\n' "$NODE_OPTIONS" > .programs/node
chmod +x .programs/node
PATH="$PWD/.programs:$PATH"
npx() { shift; "${node}" "${COMMAND}" "$@"; }
`;

/** A block of commands, its documented output, and its actual output. */
export interface Printed {
  readonly commands: string;
  readonly expected: string | undefined;
  readonly printed: string;
}

/**
 * Follows a page in an empty folder, like its reader: writes the shown files and runs the commands
 * in one shell. Rejects if a command fails.
 */
export async function followPage(
  blocks: readonly FencedBlock[],
  port: { readonly written: string; readonly used: number },
  variables: Readonly<Record<string, string>> = {},
  node: string = process.execPath,
): Promise<Printed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-page-'));
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    detached: true,
    env: { ...process.env, NODE_OPTIONS: OPTIONS, NO_COLOR: '1', ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaints = '';
  shell.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const output = shell.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  let unread = '';
  const run = async (commands: string): Promise<string> => {
    shell.stdin.write(`${commands}\nprintf '%s\\n' '${END}'\n`);
    while (!unread.includes(`${END}\n`)) {
      const next = (await output.next()) as IteratorResult<string, undefined>;
      if (next.done) throw new Error(`failed: ${commands}\n${unread}${complaints}`);
      unread += next.value;
    }
    const [printed = '', ...rest] = unread.split(`${END}\n`);
    unread = rest.join(`${END}\n`);
    return printed;
  };
  const onPort = (text: string): string => text.replaceAll(port.written, String(port.used));
  const done: Printed[] = [];
  try {
    await run(createPreparation(node));
    for (const [index, { language, file, text }] of blocks.entries()) {
      const here = onPort(text);
      if (file !== undefined) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), here);
      } else if (language === 'sh') {
        const next = blocks[index + 1];
        const expected = next?.language === 'text' ? onPort(next.text) : undefined;
        done.push({ commands: text, expected, printed: await run(here) });
      }
    }
    return done;
  } finally {
    endGroup(shell.pid);
    if (shell.exitCode === null && shell.signalCode === null) await once(shell, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

const END = '--- end of these commands ---';

/** Stops a shell and the programs that it has left running. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All programs have already ended.
  }
}

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
