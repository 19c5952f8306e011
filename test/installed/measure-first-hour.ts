/** `npm run measure:first-hour -- [--json]`: see `--help`. */
import { parseArgs } from 'node:util';
import { FIRST_ANSWER, followFirstHour, type FirstHour } from './first-hour.ts';
import { hasOldestNode } from './oldest-node.ts';
import { listArchives } from './project.ts';

const HELP = `Goes from the line of the README in an empty folder to the first answer in the chat, on the oldest Node that the
packages support, with the packed packages and a scripted provider. Prints the seconds of each step. What npm has in
its cache, it does not download.

  npm run measure:first-hour              a table
  npm run measure:first-hour -- --json    the last line is {"node", "steps": […], "seconds"}
`;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const sumOf = ({ steps }: FirstHour): number =>
  steps.reduce((sum, { seconds }) => sum + seconds, 0);

function formatTable(hour: FirstHour): string {
  const row = (name: string, seconds: number, command: string): string =>
    `${name.padEnd(14)}${seconds.toFixed(1).padStart(6)} s  ${command}`.trimEnd();
  return [
    ...hour.steps.map(({ name, seconds, command }) => row(name, seconds, command)),
    row('sum', sumOf(hour), `on Node ${hour.node.slice(1)}`),
  ].join('\n');
}

function formatJson(hour: FirstHour): string {
  const steps = hour.steps.map(({ name, command, seconds }) => ({ name, command, seconds }));
  return JSON.stringify({ node: hour.node, steps, seconds: sumOf(hour) });
}

async function main(): Promise<void> {
  // Newcomers do not pack: where the packages must be built first, it is not counted.
  listArchives();
  const hour = await followFirstHour();
  process.stdout.write(`${values.json ? formatJson(hour) : formatTable(hour)}\n`);
  const printed = hour.steps.at(-1)?.printed ?? '';
  if (printed.includes(FIRST_ANSWER)) return;
  process.stderr.write(`the chat did not answer "${FIRST_ANSWER}", but: ${printed}\n`);
  process.exitCode = 1;
}

if (values.help) process.stdout.write(HELP);
else if (hasOldestNode()) await main();
else process.exitCode = 1;
