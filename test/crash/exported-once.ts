import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Edit } from './edit.ts';

const LIFE = join(import.meta.dirname, 'exporting-life.ts');
const EDITED = join(import.meta.dirname, 'edited-sources.ts');

/** What a process says last. */
interface Life {
  readonly isKilled: boolean;
  /** Whether spans were claimed and not yet sent when it was killed. */
  readonly isAtRisk?: boolean;
  readonly reached?: Readonly<Record<string, number>>;
  readonly spans?: readonly Span[];
}

interface Span {
  readonly spanId: string;
  readonly name: string;
  readonly code?: string;
}

/** Where a process is killed: the n-th time that it passes a point. */
export interface KillPoint {
  readonly point: string;
  readonly at: number;
}

/** What a collector has after all processes that a task took. */
export interface Exported {
  /** The ids that it received. */
  readonly received: readonly string[];
  /** Those that the log has. */
  readonly ids: readonly string[];
  /** The names of the spans in the log, without attempts that were lost with their process. */
  readonly names: readonly string[];
  readonly isAtRisk: boolean;
  /** How often each point was passed, where no process was killed. */
  readonly reached: Readonly<Record<string, number>>;
}

/** Runs a task to its end, in a process that is killed there, and then in another one, with edited sources. */
export async function exported(
  kill: KillPoint | undefined,
  args: readonly string[] = [],
  edits: readonly Edit[] = [],
): Promise<Exported> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  const received: string[] = [];
  const collector = await listening(received);
  const { port } = collector.address() as AddressInfo;
  const place = [join(folder, 'tasks.db'), `http://127.0.0.1:${port}`];
  try {
    const { point, at } = kill ?? { point: '', at: 0 };
    const first = await live([...place, point, String(at), ...args], edits);
    const last = first.isKilled ? await live([...place, '', '0', ...args], edits) : first;
    const { spans = [], reached = {} } = last;
    const kept = spans.filter(({ code }) => code !== 'process_lost');
    return {
      received: received.toSorted(),
      ids: spans.map(({ spanId }) => spanId).toSorted(),
      names: kept.map(({ name }) => name),
      isAtRisk: first.isAtRisk === true,
      reached,
    };
  } finally {
    collector.closeAllConnections();
    collector.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is wrong with what was exported; nothing where all is well. */
export function wrongWith(
  { received, ids, names, isAtRisk }: Exported,
  undisturbed: Exported,
): readonly string[] {
  const missing = ids.filter((id) => !received.includes(id));
  return [
    ...(names.join() === undisturbed.names.join() ? [] : [`the log has ${names.join()}`]),
    ...(new Set(received).size === received.length ? [] : ['a span was sent twice']),
    ...(received.every((id) => ids.includes(id)) ? [] : ['a span was sent that is not in the log']),
    ...(missing.length === 0 || isAtRisk ? [] : [`${missing.length} spans are missing`]),
  ];
}

async function listening(received: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      received.push(
        ...[...body.matchAll(/"traceId":"\w+","spanId":"(\w+)","(?:parent|name)/g)].map(
          ([, id = '']) => id,
        ),
      );
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function live(args: readonly string[], edits: readonly Edit[]): Promise<Life> {
  return new Promise((resolve, reject) => {
    const changed = edits.length > 0 ? ['--import', EDITED] : [];
    const node = ['--conditions=@timestep/source', ...changed, LIFE, ...args];
    const env = {
      ...process.env,
      // The process loads the sources, as the build of the tests has no edits.
      ...(edits.length > 0 && { NODE_OPTIONS: '' }),
      TIMESTEP_TEST_EDITS: JSON.stringify(edits),
    };
    execFile(process.execPath, node, { env }, (_, stdout, stderr) => {
      const last = stdout.trim().split('\n').at(-1) ?? '';
      if (last.startsWith('{')) resolve(JSON.parse(last) as Life);
      else reject(new Error(`the process said nothing: ${stderr}`));
    });
  });
}
