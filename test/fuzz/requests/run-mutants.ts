import { spawn } from 'node:child_process';
import { MUTANTS, type Mutant } from './mutants.ts';

/** Sends requests with each rule broken on purpose, and returns the names that were not noticed. */
export async function huntMutants(
  requests: number,
  report: (line: string) => void,
): Promise<readonly string[]> {
  const survived: string[] = [];
  for (const mutant of MUTANTS) {
    const isNoticed = await runMutant(mutant, requests);
    report(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${mutant.name}`);
    if (!isNoticed) survived.push(mutant.name);
  }
  return survived;
}

/** Runs the requests in a process of its own. Exit code 1 means findings, others are no result. */
async function runMutant({ name, edits }: Mutant, requests: number): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@timestep/source',
      '--import',
      new URL('../../crash/edited-sources.ts', import.meta.url).href,
      new URL('run.ts', import.meta.url).pathname,
      '--requests',
      String(requests),
      '--first',
      '--json',
    ],
    {
      env: { ...process.env, TIMESTEP_TEST_EDITS: JSON.stringify(edits) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0 && !written.startsWith('{')) throw new Error(`the mutant "${name}" did not run`);
  return code === 1;
}
