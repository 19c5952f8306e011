/** `npm run test:kill -- [--kills N] [--seed S] [--json]`: the two assistants, killed at random moments. */
import { parseArgs } from 'node:util';
import { killStory, type KillOutcome } from './story.ts';
import { numbersFrom } from './numbers.ts';

const HELP = `Kills the weather assistant and the personal assistant at random moments while the official A2A
client asks them, starts them again within 1.5 s, and sees that every message is answered exactly once
and that no handoff failed. Exits with 1 where that does not hold.

  npm run test:kill                           20 kills, some two minutes
  npm run test:kill -- --kills 200 --seed 7   more of them, at other moments
  npm run test:kill -- --json                 the last line is the result
`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await main(wholeNumber('kills', values.kills), wholeNumber('seed', values.seed));

async function main(kills: number, seed: number): Promise<void> {
  const outcome = await killStory({
    kills,
    random: numbersFrom(seed),
    onKill: (done) => process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${lineOf(done)}`),
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  for (const breach of outcome.breaches) process.stdout.write(`${breach}\n`);
  process.stdout.write(
    values.json ? `${JSON.stringify({ seed, ...outcome })}\n` : tableOf(outcome, seed),
  );
  if (outcome.breaches.length > 0) process.exitCode = 1;

  function lineOf(done: number): string {
    return `${done}/${kills} kills${process.stderr.isTTY ? '' : '\n'}`;
  }
}

function tableOf({ kills, questions, handoffs, seconds, breaches }: KillOutcome, seed: number) {
  const rows = [
    ['kills', `${kills.weather} weather, ${kills.personal} personal, ${kills.both} both`],
    ['seed', String(seed)],
    ['questions', String(questions)],
    ['handoffs', String(handoffs)],
    ['seconds', String(seconds)],
    ['breaches', String(breaches.length)],
  ];
  return rows.map(([name = '', value = '']) => `${name.padEnd(10)} ${value}\n`).join('');
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text)) return number;
  process.stderr.write(`--${name} must be a whole number, got "${text}"\n`);
  process.exit(2);
}
