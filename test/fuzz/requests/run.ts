/** `npm run test:requests -- [--requests N] [--seed S] [--only I] [--first] [--mutants] [--json]` */
import { parseArgs } from 'node:util';
import { huntMutants } from './run-mutants.ts';
import { sendRequest, type Finding } from './send-request.ts';

const HELP = `Sends random transcripts, tools and settings through the AI SDK to servers that refuse what model
providers refuse, and sees that none is refused and that no text of a message is lost.

  npm run test:requests                              100000 requests, seed 1
  npm run test:requests -- --requests 2000 --seed 7
  npm run test:requests -- --seed 7 --only 4711      one of them again
  npm run test:requests -- --first                   no more requests after the first finding
  npm run test:requests -- --mutants                 with each rule broken on purpose, which must be noticed
  npm run test:requests -- --json                    the result as JSON, for programs
`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    first: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Requests with which each mutant is noticed. */
const MUTANT_REQUESTS = 10_000;

if (values.help) process.stdout.write(HELP);
else if (values.mutants) await runMutants();
else await main();

async function runMutants(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const survived = await huntMutants(MUTANT_REQUESTS, say);
  say(`${survived.length} rules can be broken without notice`);
  if (survived.length > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const seed = Number(values.seed);
  const requests = values.only === undefined ? Number(values.requests) : 1;
  const findings: Finding[] = [];
  const begun = performance.now();
  for (let at = 0; at < requests; at += 1) {
    findings.push(...(await sendRequest(seed, Number(values.only ?? at))));
    if (values.first && findings.length > 0) break;
    if ((at + 1) % 5000 === 0) process.stderr.write(`${at + 1}/${requests}\n`);
  }
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  if (values.json)
    process.stdout.write(`${JSON.stringify({ seed, requests, seconds, findings })}\n`);
  else process.stdout.write(`${describe(requests, seconds, findings)}\n`);
  if (findings.length > 0) process.exitCode = 1;
}

/** Words what was found: one line for each target and rule, with an example. */
function describe(requests: number, seconds: number, findings: readonly Finding[]): string {
  const kinds = Map.groupBy(
    findings,
    ({ target, problem }) => `${target}: ${problem.split(':', 1)[0] ?? ''}`,
  );
  const lines = [...kinds].map(
    ([kind, [first, ...others]]) =>
      `${kind}, ${others.length + 1} times, such as --only ${first?.index}: ${first?.problem}`,
  );
  return [`${requests} requests in ${seconds} s, ${findings.length} findings`, ...lines].join('\n');
}
