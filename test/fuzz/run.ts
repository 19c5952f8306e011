/** `npm run test:fuzz -- [--requests N] [--seed S] [--only I] [--sockets SHARE] [--json]` */
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { reportOf } from './report.ts';
import { openStage } from './stage.ts';

const HELP = `Sends mutants of valid requests to every route, and sees that each is answered as it should be:
no 5xx, no stack, no path, no secret, nothing that holds the server for more than a second.

  npm run test:fuzz                              2000 requests, seed 1
  npm run test:fuzz -- --requests 100000 --seed 7
  npm run test:fuzz -- --seed 7 --only 4711      one of them again
  npm run test:fuzz -- --sockets 0.5             half of them over sockets (default a fifth)
  npm run test:fuzz -- --json                    the result as JSON, for programs
`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    sockets: { type: 'string', default: '0.2' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const seed = numberOf('seed', values.seed);
  const requests = numberOf('requests', values.requests);
  const stage = await openStage();
  try {
    const result = await fuzz(stage, {
      requests,
      seed,
      overSockets: numberOf('sockets', values.sockets),
      ...(values.only !== undefined && { only: numberOf('only', values.only) }),
      onProgress(done) {
        if (done % 500 === 0) process.stderr.write(`${done}/${requests}\n`);
      },
    });
    const text = values.json ? JSON.stringify({ seed, ...result }) : reportOf(result, seed);
    process.stdout.write(`${text}\n`);
    for (const defect of stage.defects.slice(0, 5)) {
      process.stderr.write(`${String(defect)}\n`);
    }
    if (result.findings.length > 0) process.exitCode = 1;
  } finally {
    await stage.close();
  }
}

function numberOf(name: string, given: string): number {
  const value = Number(given);
  if (given.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new Error(`--${name} ${given} is no number`);
}
