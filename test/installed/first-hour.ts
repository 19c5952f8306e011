import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LLMock } from '@copilotkit/aimock';
import { SHORT_NPM_PAUSES } from '../../scripts/test-setup/npm-pauses.ts';
import { OLDEST_NODE } from './oldest-node.ts';
import { listArchives } from './project.ts';

const run = promisify(execFile);

/** What the scripted provider answers to the first question. */
export const FIRST_ANSWER = 'I am my-agent.';

/** What a newcomer typed, what it printed, and how long it took. */
export interface TimedStep {
  readonly name: 'create' | 'install' | 'first answer';
  readonly command: string;
  readonly printed: string;
  readonly seconds: number;
  /** Processor time of the command and of all processes that it started. */
  readonly cpuSeconds: number;
}

export interface FirstHour {
  /** The version of Node that every step ran on, such as `v22.19.0`. */
  readonly node: string;
  readonly steps: readonly TimedStep[];
}

/** Variables by which npm reaches a registry behind a proxy, which a shell of the user has too. */
const NETWORK = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

interface EmptyFolder {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly remove: () => void;
}

/** Runs a command as a shell does; the shell then prints its processor time, and that of what it started. */
async function runTimed(command: string, cwd: string, env: NodeJS.ProcessEnv) {
  const begun = performance.now();
  const line = `${command}\nended=$?; times >&2; exit $ended`;
  const { stdout, stderr } = await run('sh', ['-c', line], { cwd, env });
  const seconds = (performance.now() - begun) / 1000;
  return { printed: stdout, seconds, cpuSeconds: readTimes(stderr) };
}

/** Adds up what the shell's `times` printed last: user and system, of itself and of its children, as `1m2.5s`. */
function readTimes(printed: string): number {
  const times = [...printed.matchAll(/(\d+)m([\d.]+)s/g)].slice(-4);
  return times.reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0);
}

/** Creates a folder beside a clone with the archives; its variables are those of a shell with the oldest Node. */
export function openEmptyFolder(): EmptyFolder {
  const parent = mkdtempSync(join(tmpdir(), 'timestep-create-'));
  mkdirSync(join(parent, 'timestep'));
  for (const file of Object.values(listArchives())) {
    copyFileSync(file, join(parent, 'timestep', basename(file)));
  }
  const cwd = join(parent, 'app');
  mkdirSync(cwd);
  const env = {
    ...Object.fromEntries(NETWORK.map((name) => [name, process.env[name]])),
    PATH: [dirname(OLDEST_NODE), process.env['PATH'] ?? ''].join(delimiter),
    HOME: process.env['HOME'],
    OPENAI_API_KEY: 'sk-created',
    NO_COLOR: '1',
    npm_config_prefer_offline: 'true',
    npm_config_yes: 'true',
    ...SHORT_NPM_PAUSES,
    npm_config_cache: process.env['npm_config_cache'],
  };
  return { cwd, env, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** Returns the line of the README by which a project is created. */
function readLine(): string {
  const page = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [line] = /^.*(?: new|create @timestep-ai) my-agent$/m.exec(page) ?? [];
  if (line === undefined) throw new Error('README.md has no line that creates a project');
  return line;
}

/**
 * Goes from the line of the README to an answer of a scripted provider, with the usual cache of npm or one in
 * `cache`. Rejects if a command fails.
 */
export async function followFirstHour(cache?: string): Promise<FirstHour> {
  const { cwd, env, remove } = openEmptyFolder();
  const provider = new LLMock({ port: 0, host: '127.0.0.1' });
  await provider.start();
  provider.on({ userMessage: /Who are you/ }, { content: FIRST_ANSWER });
  const variables = {
    ...env,
    OPENAI_BASE_URL: `${provider.url}/v1`,
    ...(cache !== undefined && { npm_config_cache: cache }),
  };
  const time = async (
    name: TimedStep['name'],
    command: string,
    folder: string,
  ): Promise<TimedStep> => ({ name, command, ...(await runTimed(command, folder, variables)) });
  const project = join(cwd, 'my-agent');
  try {
    const steps = [
      await time('create', readLine(), cwd),
      await time('install', 'npm install --no-audit --no-fund', project),
      await time('first answer', 'echo "Who are you?" | npm run --silent chat', project),
    ];
    const node = (await runTimed('node --version', project, variables)).printed.trim();
    return { node, steps };
  } finally {
    await provider.stop();
    remove();
  }
}
