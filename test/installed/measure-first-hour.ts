/** `npm run measure:first-hour -- [--cold] [--json]`: see `--help`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FIRST_ANSWER, followFirstHour, type FirstHour, type TimedStep } from './first-hour.ts';
import { hasOldestNode } from './oldest-node.ts';
import { listArchives } from './project.ts';

const HELP = `Goes from the line of the README in an empty folder to the first answer in the chat, on the oldest Node that the
packages support, with the packed packages and a scripted provider. Prints the seconds of each step and its processor
time. What npm has in its cache, it does not download.

  npm run measure:first-hour              a table
  npm run measure:first-hour -- --cold    with an empty cache of npm
  npm run measure:first-hour -- --json    the last line is {"node", "steps": […], "seconds", "cpuSeconds"}
`;

const { values } = parseArgs({
  options: {
    cold: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function addUp({ steps }: FirstHour): Pick<TimedStep, 'seconds' | 'cpuSeconds'> {
  const sum = (key: 'seconds' | 'cpuSeconds'): number =>
    steps.reduce((total, step) => total + step[key], 0);
  return { seconds: sum('seconds'), cpuSeconds: sum('cpuSeconds') };
}

function formatTable(hour: FirstHour): string {
  const cell = (seconds: number): string => `${seconds.toFixed(1).padStart(6)} s`;
  const row = (
    name: string,
    { seconds, cpuSeconds }: Pick<TimedStep, 'seconds' | 'cpuSeconds'>,
    command: string,
  ): string => `${name.padEnd(14)}${cell(seconds)}  CPU ${cell(cpuSeconds)}  ${command}`;
  return [
    ...hour.steps.map((step) => row(step.name, step, step.command)),
    row('sum', addUp(hour), `on Node ${hour.node.slice(1)}`),
  ].join('\n');
}

function formatJson(hour: FirstHour): string {
  const steps = hour.steps.map(({ name, command, seconds, cpuSeconds }) => ({
    name,
    command,
    seconds,
    cpuSeconds,
  }));
  return JSON.stringify({ node: hour.node, steps, ...addUp(hour) });
}

async function main(): Promise<void> {
  // Newcomers do not pack: where the packages must be built first, it is not counted.
  listArchives();
  const cache = values.cold ? mkdtempSync(join(tmpdir(), 'npm-cache-')) : undefined;
  const hour = await followFirstHour(cache).finally(() => {
    if (cache !== undefined) rmSync(cache, { recursive: true, force: true });
  });
  process.stdout.write(`${values.json ? formatJson(hour) : formatTable(hour)}\n`);
  const printed = hour.steps.at(-1)?.printed ?? '';
  if (printed.includes(FIRST_ANSWER)) return;
  process.stderr.write(`the chat did not answer "${FIRST_ANSWER}", but: ${printed}\n`);
  process.exitCode = 1;
}

if (values.help) process.stdout.write(HELP);
else if (hasOldestNode()) await main();
else process.exitCode = 1;
