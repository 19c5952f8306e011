import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SuiteRun {
  /** The verdict on the requirements of the revision: 0 or 1. */
  readonly exitCode: number | null;
  /** The complete output of the suite if the verdict is not 0. */
  readonly complaint: string;
  /** Every scenario that ran, required or not, by its result. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Every failed check, as `scenario check`, sorted. */
  readonly failures: readonly string[];
}

/** Runs the conformance suite with the given arguments; its exit code is the verdict. */
export async function runSuite(...args: readonly string[]): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const child = spawn(process.execPath, [await suiteFile(), ...args, '--output-dir', folder], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    const output = Buffer.concat(pieces).toString();
    const complaint = exitCode === 0 ? '' : output;
    const failures = await failuresIn(folder);
    const [passed, failed] = [marked('✓', output), marked('✗', output)];
    return { exitCode, complaint, passed, failed, failures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the scenarios with that mark in the final summary: `✓ ping: 2 passed, 0 failed`. */
function marked(mark: string, output: string): string[] {
  const line = new RegExp(`^${mark} (\\S+): .*\\d+ passed`, 'gm');
  return [...output.matchAll(line)].map(([, scenario = '']) => scenario);
}

/** Reads the suite's output: a folder for each scenario, named after it, the role and the time. */
async function failuresIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).toSorted();
  const failures = names.map(async (name) => {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\dZ-]+$/, '');
    const path = join(folder, name, 'checks.json');
    const text = await readFile(path, 'utf8').catch(() => '[]');
    const checks = JSON.parse(text) as { readonly id: string; readonly status: string }[];
    const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);
    return [...new Set(failed)].toSorted().map((id) => `${scenario} ${id}`);
  });
  return (await Promise.all(failures)).flat();
}

async function suiteFile(): Promise<string> {
  const manifest = fileURLToPath(
    import.meta.resolve('@modelcontextprotocol/conformance/package.json'),
  );
  const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as {
    readonly bin: { readonly conformance: string };
  };
  return join(dirname(manifest), bin.conformance);
}
