/** `npm run measure:growth -- [--few N] [--many N] [--rounds N] [--idle SECONDS] [--json]`: see `--help`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPageProtocol } from '../../../packages/timestep/src/people/page/page-protocol.ts';
import { openStage, type Stage } from '../stage.ts';
import { fillDatabase } from './fill.ts';
import { measureIdle, measureRoutes, type RouteCost } from './measure.ts';
import { listRequests } from './requests.ts';

const HELP = `Measures the CPU of each route, of a server's timers and of commands, with few and with many tasks in
the file. A route whose CPU grows more than twofold, and by more than 5 ms, is marked.

  npm run measure:growth                          1000 and 1000000 tasks; takes some minutes
  npm run measure:growth -- --many 200000
  npm run measure:growth -- --all                 every route, not only the 20 that grow most
  npm run measure:growth -- --json                the result as JSON, for programs
  npm run measure:growth -- --many 2000 --rounds 1 --idle 1    a quick and rough look; by default 5 rounds, 10 seconds
`;

const { values } = parseArgs({
  options: {
    few: { type: 'string', default: '1000' },
    many: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    idle: { type: 'string', default: '10' },
    all: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Seconds of a server's start, which are not measured. */
const START_SECONDS = 2;
const SHOWN = 20;
/** The growth that a table marks, as a factor and in milliseconds. */
const MARKED = { factor: 2, ms: 5 };
const COMMANDS = [['tasks', 'list'], ['tasks', 'list', '--state', 'failed'], ['doctor']];
const COMMAND_LINE = 'packages/timestep/src/people/cli/main.ts';

async function main(few: number, many: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-growth-'));
  try {
    const [small, large] = [join(folder, 'few.db'), join(folder, 'many.db')];
    await createDatabase(small, few);
    await createDatabase(large, many);
    const costs = [
      ...(await compareRoutes(small, large)),
      {
        route: 'timers, per second',
        few: await measureTimers(small),
        many: await measureTimers(large),
      },
      ...COMMANDS.map((command) => ({
        route: `timestep ${command.join(' ')}`,
        few: measureCommand(command, small),
        many: measureCommand(command, large),
      })),
    ];
    process.stdout.write(
      values.json ? `${JSON.stringify(costs)}\n` : formatTable(costs, few, many),
    );
    if (costs.some(isMarked)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Serves a file, with the page. */
function openGrown(database: string): Promise<Stage> {
  const page = createPageProtocol({ access: { kind: 'keys' }, files: async () => new Map() });
  return openStage({ database, protocols: [page] });
}

async function createDatabase(path: string, count: number): Promise<void> {
  const stage = await openGrown(path);
  for (let made = 0; made < 9; made += 1) await stage.fresh('task');
  await stage.fresh('waiting');
  await stage.close();
  fillDatabase(path, count, (done) => process.stderr.write(`\r${done} tasks`));
  process.stderr.write(`\r${count} tasks, ${Math.round(statSync(path).size / 1e6)} MB\n`);
}

async function compareRoutes(small: string, large: string): Promise<readonly RouteCost[]> {
  const stages = [await openGrown(small), await openGrown(large)] as const;
  try {
    return await measureRoutes(...stages, listRequests(), Number(values.rounds));
  } finally {
    for (const stage of stages) await stage.close();
  }
}

async function measureTimers(path: string): Promise<number> {
  const stage = await openGrown(path);
  const seconds = Number(values.idle);
  await measureIdle(Math.min(START_SECONDS, seconds));
  const cost = await measureIdle(seconds);
  await stage.close();
  return cost;
}

/** Measures the CPU of a command in milliseconds. */
function measureCommand(command: readonly string[], path: string): number {
  const cost = spawnSync(
    process.execPath,
    [
      '--conditions=@timestep/source',
      '--import',
      CPU_REPORT,
      COMMAND_LINE,
      ...command,
      '--database',
      path,
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const line = cost.stderr.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('cpu ')) throw new Error(`${command.join(' ')}: ${cost.stderr}`);
  return Number(line.slice(4));
}

/** Module that writes the CPU of its process to stderr when it ends. */
const CPU_REPORT = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\ncpu ' + (user + system) / 1000 + '\\n'); });`,
)}`;

function isMarked({ few, many }: RouteCost): boolean {
  return many > few * MARKED.factor && many - few > MARKED.ms;
}

/** Formats the costs that grow most, in milliseconds of CPU, and the number of those that are marked. */
function formatTable(costs: readonly RouteCost[], few: number, many: number): string {
  const sorted = costs.toSorted((one, other) => other.many - other.few - (one.many - one.few));
  const shown = values.all ? sorted : sorted.slice(0, SHOWN);
  const width = Math.max(...shown.map(({ route }) => route.length));
  const format = (route: string, ...cells: readonly string[]): string =>
    [route.padEnd(width), ...cells.map((cell) => cell.padStart(9))].join('  ');
  const lines = shown.map((cost) => {
    const figures = [cost.few.toFixed(1), cost.many.toFixed(1), (cost.many / cost.few).toFixed(2)];
    return `${format(cost.route, ...figures)}${isMarked(cost) ? '  grows' : ''}`;
  });
  const head = format('CPU, ms', String(few), String(many), 'ratio');
  const marked = costs.filter(isMarked).length;
  return `${[head, ...lines].join('\n')}\n${costs.length} measured, ${marked} grow\n`;
}

if (values.help) process.stdout.write(HELP);
else await main(Number(values.few), Number(values.many));
