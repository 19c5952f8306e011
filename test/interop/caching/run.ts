/** `npm run measure:caching -- [--turns N] [--off] [--json]` */
import { parseArgs } from 'node:util';
import { measureCaching, type CachingResult } from './measure-caching.ts';
import { PROVIDERS } from './providers.ts';

const HELP = `Runs one conversation with a fake of each provider, and shows which part of its input is read from the
provider's prompt cache.

  npm run measure:caching                  20 turns: two tool calls each, other context in each, one restart
  npm run measure:caching -- --turns 100   a longer conversation
  npm run measure:caching -- --off         the same, with promptCaching: false
  npm run measure:caching -- --json        the last line is {"turns", "providers": […]}
`;

/** Smallest part of the readable tokens that each provider must read. */
const LEAST = 0.9;

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '20' },
    off: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await main(Number(values.turns));

async function main(turns: number): Promise<void> {
  if (!Number.isInteger(turns) || turns < 1) {
    process.stderr.write('--turns takes a whole number from 1\n');
    process.exitCode = 2;
    return;
  }
  process.stdout.write(
    formatRow(['', 'requests', 'input', 'readable', 'read', 'of readable', 'of input']),
  );
  const results: CachingResult[] = [];
  for (const provider of PROVIDERS) {
    const result = await measureCaching(provider, { turns, promptCaching: !values.off });
    results.push(result);
    process.stdout.write(formatResult(result));
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ turns, providers: results })}\n`);
  const missed = results.filter(({ read_of_readable: part }) => part < LEAST);
  if (values.off || missed.length === 0) return;
  const names = missed.map(({ provider }) => provider).join(', ');
  process.stderr.write(`less than ${LEAST * 100} % of what could be read was read: ${names}\n`);
  process.exitCode = 1;
}

function formatResult(result: CachingResult): string {
  return formatRow([
    result.provider,
    String(result.requests),
    String(result.input_tokens),
    String(result.readable_tokens),
    String(result.read_tokens),
    `${(100 * result.read_of_readable).toFixed(1)} %`,
    `${(100 * result.read_of_input).toFixed(1)} %`,
  ]);
}

function formatRow([name = '', ...cells]: readonly string[]): string {
  return `${name.padEnd(20)}${cells.map((cell) => cell.padStart(13)).join('')}\n`;
}
