import { runDemo } from './demo/demo.ts';
import { formatNextSteps } from './demo/next-steps.ts';
import { HELP, isUsageError, parseOptions, type Options } from './demo/options.ts';
import { formatVerdict } from './demo/format-log.ts';
import { createVerdict } from './demo/verdict.ts';

const WRONG_USE = 2;
const INTERRUPTED = 130;

process.exitCode = await main();

async function main(): Promise<number> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => interrupted.abort(new Error(signal)));
  }
  try {
    const options = parseOptions(process.argv.slice(2), process.env);
    if (options === 'help') {
      process.stdout.write(HELP);
      return 0;
    }
    const isDone = await run(options, interrupted.signal);
    return isDone ? 0 : 1;
  } catch (thrown) {
    if (interrupted.signal.aborted) return INTERRUPTED;
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    return isUsageError(thrown) ? WRONG_USE : 1;
  }
}

async function run(options: Options, signal: AbortSignal): Promise<boolean> {
  const { isJson, isKept, ...demo } = options;
  const begun = performance.now();
  const tell = (line: string): void => {
    if (isJson) return;
    const seconds = ((performance.now() - begun) / 1000).toFixed(2);
    process.stdout.write(`${seconds.padStart(6)} s  ${line}\n`);
  };
  let isOk = false;
  await runDemo({
    ...demo,
    signal,
    tell,
    env: process.env,
    async onTally(tally, ports) {
      const verdict = createVerdict(tally);
      isOk = verdict.ok;
      const text = isJson ? JSON.stringify({ ...verdict, tally }) : `\n${formatVerdict(verdict)}`;
      process.stdout.write(`${text}\n`);
      if (!isKept) return;
      if (!isJson) process.stdout.write(formatNextSteps(ports));
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  });
  return isOk;
}
