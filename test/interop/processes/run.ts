/** `npm run test:processes -- [--servers N] [--seed S] [--json]`: starts servers and ends their programs. */
import { parseArgs } from 'node:util';
import { numbersFrom } from '../kill/numbers.ts';
import { processesStory } from './story.ts';
import { WAYS_OUT } from './ways-out.ts';

const SERVERS_EACH = 3;

const HELP = `Starts programs with servers of tools behind shells and npx, three to a program, and ends each program in
one of ${WAYS_OUT.length} ways. Exits with 1 if a program does not end, or if a process that it started is left.

  npm run test:processes                           programs that are given 1,000 servers, half an hour
  npm run test:processes -- --servers 60 --seed 7  fewer of them, at other moments
  npm run test:processes -- --way chat             only the ways whose names contain the text
  npm run test:processes -- --json                 the last line is the result
`;

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '1000' },
    way: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await main(readNumber('servers', values.servers), readNumber('seed', values.seed));

async function main(servers: number, seed: number): Promise<void> {
  const rounds = Math.ceil(servers / SERVERS_EACH);
  const ways = WAYS_OUT.filter(({ name }) => name.includes(values.way));
  const outcome = await processesStory({
    ways,
    rounds,
    serversEach: SERVERS_EACH,
    random: numbersFrom(seed),
    onRound: (done) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done}/${rounds} rounds`);
      else if (done % 20 === 0) process.stderr.write(`${done}/${rounds} rounds\n`);
    },
  });
  const { breaches, seconds } = outcome;
  for (const breach of breaches) process.stdout.write(`${breach}\n`);
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ seed, ...outcome })}\n`
      : `${formatSeen(outcome.seen)}${outcome.servers} servers of ${rounds} programs, ${breaches.length} left or hanging, ${seconds} s, seed ${seed}\n`,
  );
  if (breaches.length > 0) process.exitCode = 1;
}

function formatSeen(seen: Readonly<Record<string, number>>): string {
  const rows = Object.entries(seen);
  return rows.map(([way, servers]) => `${String(servers).padStart(5)} ${way}\n`).join('');
}

function readNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  process.stderr.write(`--${name} must be a whole number above 0, got "${text}"\n`);
  process.exit(2);
}
