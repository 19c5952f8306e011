/**
 * Loaded before a program (`--import`): has it pass points at each commit, request and word over its pipe,
 * kill itself where it is told to, and run sources in which rules are broken.
 */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { edited } from '../edit.ts';
import { createKillPoints, type KillPoints } from '../kill-points.ts';
import { CRASH_VARIABLE, type Ambush, type CrashOrder } from './orders.ts';

const order = JSON.parse(process.env[CRASH_VARIABLE] ?? '') as CrashOrder;

const SOURCES = fileURLToPath(new URL('../../../packages/timestep/src/', import.meta.url));

registerHooks({
  load(url, context, nextLoad) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    const file = path.startsWith(SOURCES) ? path.slice(SOURCES.length) : undefined;
    const edits = order.edits.filter((edit) => edit.file === file);
    if (edits.length === 0) return nextLoad(url, context);
    const source = edited(readFileSync(path, 'utf8'), edits);
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});

let heeded: { readonly id: number; readonly points: KillPoints } | undefined;

function readAmbush(): Ambush {
  return JSON.parse(readFileSync(order.ambush, 'utf8')) as Ambush;
}

function passUnder({ id, at }: Ambush, name: string): void {
  appendFileSync(order.passed, `${name}\n`);
  if (heeded?.id !== id) heeded = { id, points: createKillPoints([at], 'SIGKILL') };
  heeded.points.pass(name);
}

function pass(name: string): void {
  passUnder(readAmbush(), name);
}
Object.assign(globalThis, { timestepCrashPoint: pass });

/** Does a commit between two points. */
function committing<T>(commit: () => T): T {
  pass('before commit');
  const value = commit();
  pass('after commit');
  return value;
}

const plain = Object.getOwnPropertyDescriptors(DatabaseSync.prototype);
const prepare = plain.prepare.value as typeof DatabaseSync.prototype.prepare;
const exec = plain.exec.value as typeof DatabaseSync.prototype.exec;
Object.assign(DatabaseSync.prototype, {
  prepare(this: DatabaseSync, ...given: Parameters<typeof prepare>) {
    const statement = prepare.apply(this, given);
    if (given[0] !== 'COMMIT') return statement;
    const run = statement.run.bind(statement);
    return Object.assign(statement, { run: () => committing(run) });
  },
  exec(this: DatabaseSync, sql: string) {
    if (sql === 'COMMIT') committing(() => exec.call(this, sql));
    else exec.call(this, sql);
  },
});

for (const [channel, point] of [
  ['undici:request:create', 'before asking'],
  ['undici:request:headers', 'after asking'],
  ['http.server.request.start', 'before serving'],
  ['http.server.response.finish', 'after serving'],
] as const) {
  subscribe(channel, () => pass(point));
}

if (order.role === 'bridge') {
  const { stdout } = process;
  const write = stdout.write.bind(stdout) as (...given: readonly unknown[]) => boolean;
  Object.assign(stdout, {
    write(...given: readonly unknown[]) {
      // Read before the write: its reader may order the next ambush before this process goes on.
      const ambush = readAmbush();
      passUnder(ambush, 'before telling');
      const isRoom = write(...given);
      passUnder(ambush, 'after telling');
      return isRoom;
    },
  });
}
