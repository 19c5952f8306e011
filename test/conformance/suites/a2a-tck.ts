import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { broughtCommit } from './brought-commit.ts';
import { outcomeInJunit } from './junit.ts';
import { pythonWith } from './python-with.ts';
import type { Suite } from './suite.ts';
import { serveTckAgent, type TckAgent } from './tck-agent.ts';

const REPOSITORY = 'https://github.com/a2aproject/a2a-tck';

/** One version of the suite: its location, its requirements, its arguments. */
interface Kit extends TckAgent {
  readonly name: string;
  readonly commit: string;
  readonly packages: readonly string[];
  readonly args: (url: string) => readonly string[];
  /** Whether a skipped case counts as failed. */
  readonly countsLeftOut: boolean;
}

const PYTEST = ['pytest==9.2.0', 'pytest-asyncio==1.5.0', 'httpx==0.28.1', 'grpcio==1.85.1'];
const DATA = ['protobuf==7.36.2', 'googleapis-common-protos==1.76.0', 'jsonschema==4.26.0'];

const OLDER = [
  'pytest-json-report==1.5.0',
  'requests==2.34.2',
  'responses==0.26.3',
  'deepdiff==9.1.0',
  'packaging==26.3',
  'PyYAML==6.0.3',
  'python-dotenv==1.2.4',
  'grpcio-tools==1.85.1',
  'pyOpenSSL==26.4.0',
];

/** The compatibility kit of A2A 1.0, over JSON-RPC and REST. */
export const a2aTck10: Suite = suiteOf({
  name: 'a2a-tck-1.0',
  commit: '357c4a87afa2818731590647cccbea31c31733a2',
  packages: [...PYTEST, ...DATA],
  args: (url) => ['tests/compatibility', `--sut-host=${url}`, '--transport=jsonrpc,http_json'],
  countsLeftOut: true,
  extendedCard: true,
});

/**
 * The compatibility kit of A2A 0.3, over JSON-RPC or REST. Cases about keys, TLS and gRPC are
 * skipped if an agent has none of them, and then do not count.
 */
export function a2aTck03(transport: 'jsonrpc' | 'rest'): Suite {
  const scope = ['--test-scope=all', `--transport-strategy=prefer_${transport}`];
  return suiteOf({
    name: `a2a-tck-0.3-${transport}`,
    commit: 'eb1f804c27ea25db8805264d9ed2d7ca077a7776',
    packages: [...PYTEST, ...DATA, ...OLDER],
    args: (url) => ['tests/mandatory', 'tests/optional', `--sut-url=${url}`, ...scope],
    countsLeftOut: false,
    extendedCard: false,
  });
}

function suiteOf({ name, commit, packages, args, countsLeftOut, extendedCard }: Kit): Suite {
  return {
    name,
    pinned: `${REPOSITORY} at ${commit}`,
    async run({ scratch, source = REPOSITORY }) {
      const brought = await broughtCommit(scratch, source, commit);
      if (brought.kind === 'missing') return brought;
      const found = await pythonWith(scratch, packages);
      if (found.kind === 'missing') return found;
      const serving = await serveTckAgent({ extendedCard });
      try {
        const report = join(scratch, 'report.xml');
        const command = ['-m', 'pytest', ...args(serving.url)];
        const xml = await reportOf(found.python, command, brought.folder, report);
        return outcomeInJunit(xml, { isApart, countsLeftOut });
      } finally {
        await serving.close();
      }
    },
  };
}

/** Reads the report of the suite, which exits with an error if a case fails. */
async function reportOf(
  python: string,
  command: readonly string[],
  cwd: string,
  report: string,
): Promise<string> {
  await rm(report, { force: true });
  const quiet = ['-q', '-p', 'no:cacheprovider', `--junitxml=${report}`];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const complaint = await new Promise<string>((resolve) => {
    const options = { cwd, maxBuffer: MOST_BYTES, env };
    execFile(python, [...command, ...quiet], options, (_error, stdout, stderr) => {
      resolve(`${stdout}${stderr}`);
    });
  });
  return readFile(report, 'utf8').catch((cause: unknown) => {
    throw new Error(`the suite reported nothing: ${complaint.slice(-400)}`, { cause });
  });
}

const MOST_BYTES = 64 * 1024 * 1024;

/** Agents are not served over gRPC, and one case only reports that. */
function isApart(id: string): boolean {
  return /grpc|no-requirements/i.test(id);
}
