import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson } from '#core';
import { chooseKillPoints } from './kill-points.ts';
import { findStoryFaults, type KillFault } from './find-story-faults.ts';
import type { StoryOrder } from './continue-kill-story.ts';
import type { ToldStory } from './told-story.ts';

/** Options of a kill test: how many kills are tried, and how processes are started. */
export interface KillOptions {
  /** Number of points of the story at which a kill is tried, evenly spread. Default: all. */
  readonly sample?: number;
  /** Maximum milliseconds that a scenario may take, after which it counts as unanswered. Default: 60,000. */
  readonly longestMs?: number;
  /** Flags of Node for the processes. Default: those of this process. */
  readonly nodeFlags?: readonly string[];
  /** Called after each kill, with the number of kills so far and the number planned. */
  readonly onKill?: (kills: number, of: number) => void;
}

/** Results of running a story (a test scenario) with a kill at each point. */
export interface KillReport {
  /** Number of points in the story at which its process can be killed. */
  readonly points: number;
  readonly kills: number;
  readonly lost: number;
  readonly doubled: number;
  readonly unanswered: number;
  /**
   * Number of repeated calls, by tool, of tools that allow it. Their receivers must recognize the idempotency
   * key.
   */
  readonly repeated: Readonly<Record<string, number>>;
  /** Calls that the model sees as interrupted, because their tools may not run again. */
  readonly interrupted: number;
  readonly faults: readonly KillFault[];
}

const LONGEST_MS = 60_000;
/** Environment variable with which the kill test orders a child process to run its scenario. */
export const ORDER = 'TIMESTEP_KILL_STORY';

/**
 * Runs the story (test scenario) of a script once without a kill. Then runs it once for each point, at which
 * its process kills itself and another process continues. The script calls `runKillStory`. Throws if the
 * story fails without a kill.
 */
export async function killAtEveryPoint(
  script: string | URL,
  options: KillOptions = {},
): Promise<KillReport> {
  const { sample = Number.POSITIVE_INFINITY, onKill } = options;
  const path = script instanceof URL ? fileURLToPath(script) : script;
  const undisturbed = await inNewFolder((folder) =>
    runStoryScript(path, { folder, killAt: 0 }, options),
  );
  if (!undisturbed)
    throw new Error('the story script ended by SIGKILL, although no kill was planned');
  const broken = findStoryFaults(undisturbed, undisturbed);
  if (broken.length > 0) {
    const found = broken.map(({ message }) => message).join('; ');
    throw new Error(`the story reports faults even without a kill: ${found}`);
  }
  const chosen = chooseKillPoints(undisturbed.points.length, sample);
  const told: KillOutcome[] = [];
  for (const at of chosen) {
    told.push(
      await inNewFolder((folder) => runStoryWithKill(path, folder, at, undisturbed, options)),
    );
    onKill?.(told.length, chosen.length);
  }
  return createKillReport(undisturbed, told);
}

interface KillOutcome {
  readonly wasKilled: boolean;
  readonly story: ToldStory | undefined;
  readonly faults: readonly KillFault[];
}

/** Runs the story in a process that kills itself at the point, then in a process that completes it. */
async function runStoryWithKill(
  script: string,
  folder: string,
  at: number,
  undisturbed: ToldStory,
  options: KillOptions,
): Promise<KillOutcome> {
  const point = undisturbed.points[at - 1] ?? '';
  try {
    const whole = await runStoryScript(script, { folder, killAt: at }, options);
    const story = whole ?? (await runStoryScript(script, { folder, killAt: 0 }, options));
    if (!story)
      throw new Error(
        'the process that was to continue the story after a kill was killed too: look at its output',
      );
    const faults = findStoryFaults(story, undisturbed).map((fault) => ({ at, point, ...fault }));
    return { wasKilled: !whole, story, faults };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const fault: KillFault = { at, point, kind: 'unanswered', message };
    return { wasKilled: true, story: undefined, faults: [fault] };
  }
}

/** Runs the script. Undefined if it was killed as ordered; throws if it failed or took too long. */
async function runStoryScript(
  script: string,
  order: StoryOrder,
  { longestMs = LONGEST_MS, nodeFlags = process.execArgv }: KillOptions,
): Promise<ToldStory | undefined> {
  const child = spawn(process.execPath, [...nodeFlags, script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, [ORDER]: JSON.stringify(order) },
  });
  let output = '';
  let errors = '';
  let isOverdue = false;
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const timer = setTimeout(() => {
    isOverdue = true;
    child.kill('SIGKILL');
  }, longestMs);
  await once(child, 'close');
  clearTimeout(timer);
  if (isOverdue)
    throw new Error(`the story script did not end within ${longestMs / 1000} s: ${errors}`);
  if (child.signalCode === 'SIGKILL') return undefined;
  const last = output.trim().split('\n').at(-1) ?? '';
  if (child.exitCode !== 0) throw new Error(`the script of the kill test failed: ${errors}`);
  return parseJson(last) as unknown as ToldStory;
}

async function inNewFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-kills-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function createKillReport(undisturbed: ToldStory, told: readonly KillOutcome[]): KillReport {
  const faults = told.flatMap((one) => one.faults);
  const count = (kind: KillFault['kind']): number =>
    faults.filter((fault) => fault.kind === kind).length;
  const allowed = told.flatMap(({ story }) =>
    (story?.repeated ?? []).filter(({ isAllowed }) => isAllowed).map(({ tool }) => tool),
  );
  const repeated = Object.fromEntries(
    [...Map.groupBy(allowed, (tool) => tool)].map(([tool, times]) => [tool, times.length]),
  );
  const tasks = told.flatMap(({ story }) => story?.tasks ?? []);
  return {
    points: undisturbed.points.length,
    kills: told.filter(({ wasKilled }) => wasKilled).length,
    lost: count('lost'),
    doubled: count('doubled'),
    unanswered: count('unanswered'),
    repeated,
    interrupted: tasks.reduce((sum, task) => sum + task.interrupted, 0),
    faults,
  };
}
