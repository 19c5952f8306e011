import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { broughtCommit } from './brought-commit.ts';
import { FIXTURE_AGENT, FIXTURE_KEY, serveFixtureAgent } from './fixture-agent.ts';
import type { Outcome, Suite } from './suite.ts';

const REPOSITORY = 'https://github.com/openresponses/openresponses';

/** The commit of the specification of 2026-04-24. */
const COMMIT = '92c12d96d7b61d6d15e2214daa5e9c6000ab6e1c';

/** The compliance suite of Open Responses against an agent that is served at `/v1`. */
export const openResponses: Suite = {
  name: 'open-responses',
  pinned: `${REPOSITORY} at ${COMMIT}`,
  async run({ scratch, source = REPOSITORY }) {
    const brought = await broughtCommit(scratch, source, COMMIT);
    if (brought.kind === 'missing') return brought;
    const program = join(scratch, `${COMMIT}.mjs`);
    await bundled(join(brought.folder, 'bin/compliance-test.ts'), program);
    const serving = await serveFixtureAgent();
    try {
      return outcomeIn(await said(program, `${serving.url}/v1`));
    } finally {
      await serving.close(0);
    }
  },
};

/** The suite is written for another runtime and for Zod 3, which Zod 4 includes. */
async function bundled(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    alias: { zod: fileURLToPath(import.meta.resolve('zod/v3')) },
  });
}

/** Reads the output of the suite, which exits with an error if a case fails. */
function said(program: string, url: string): Promise<string> {
  const args = [program, '-u', url, '-k', FIXTURE_KEY, '-m', FIXTURE_AGENT, '--json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: MOST_BYTES }, (error, stdout, stderr) => {
      if (stdout.trim() !== '') resolve(stdout);
      else reject(new Error(`the suite said nothing: ${stderr}`, { cause: error }));
    });
  });
}

const MOST_BYTES = 32 * 1024 * 1024;

interface Report {
  readonly results: readonly {
    readonly id: string;
    readonly status: string;
    readonly errors?: readonly string[];
  }[];
}

/** A skipped case counts as failed, because every case applies to this server. */
function outcomeIn(text: string): Outcome {
  const { results } = JSON.parse(text) as Report;
  if (results.length === 0) return { kind: 'missing', why: 'the suite ran no case' };
  const passed = results.filter(({ status }) => status === 'passed').map(({ id }) => id);
  const failed = results
    .filter(({ status }) => status !== 'passed')
    .map(({ id, status, errors = [] }) => ({ id, problem: errors[0] ?? status }));
  return { kind: 'ran', passed, failed };
}
