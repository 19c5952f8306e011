import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readResults, report, runSuite, type TrialRow } from '@timestep-ai/timestep/eval';
import { loadBase, openDatabase, type Base } from './database.ts';
import { createAirline, computeGoldDigest, type TrialResult } from './environment.ts';
import { loadRecordings, RESPOND, type Action, type Recording } from './recordings.ts';
import { createReplayAgent, createTauReward } from './replay.ts';
import { createWritingTools } from './writing-tools.ts';

/** Counts of recorded results that were reproduced, as `found/all`. */
export interface Conformance {
  readonly tool_outputs: string;
  readonly gold_hashes: string;
  readonly rewards: string;
  /** pass^k for k from 1 to 4. */
  readonly pass_all: readonly (number | null)[];
  /** Passing episodes that wrote data and that fail if their last effective write is removed. */
  readonly dropped_write_fails: string;
  /** Passing episodes that fail if one more write is added. */
  readonly extra_write_fails: string;
}

/** Replays all recorded episodes through a suite, then some episodes that must fail. */
export async function measureConformance(
  folder: string,
  say: (text: string) => void,
): Promise<Conformance> {
  const base = loadBase(folder);
  const recordings = loadRecordings(folder);
  const golds = collectGoldDigests(base, recordings);
  const hashed = recordings.filter(({ goldHash }) => goldHash !== undefined);
  const sameHashes = hashed.filter(({ taskId, goldHash }) => golds.get(taskId) === goldHash);
  say(`${recordings.length} episodes of ${golds.size} tasks`);

  const outdir = mkdtempSync(join(tmpdir(), 'tau-airline-'));
  try {
    const played = await play(base, golds, recordings, join(outdir, 'recorded'));
    say('replayed');
    const sameRewards = recordings.filter(
      ({ taskId, trial, reward }) => played.rewards.get(`${taskId} ${trial}`) === reward,
    );
    const passing = recordings.filter(({ reward }) => reward === 1);
    const dropping = passing.flatMap((recording) => withoutLastWrite(base, recording) ?? []);
    const dropped = await playAlone(base, golds, dropping, join(outdir, 'dropped'));
    const extra = await playAlone(base, golds, passing.map(withExtraWrite), join(outdir, 'extra'));
    say('broken');
    return {
      tool_outputs: `${played.sameOutputs}/${played.outputs}`,
      gold_hashes: `${sameHashes.length}/${hashed.length}`,
      rewards: `${sameRewards.length}/${recordings.length}`,
      pass_all: report(join(outdir, 'recorded')).pass_all.map(
        (value) => value && Number(value.toFixed(3)),
      ),
      dropped_write_fails: `${dropping.length - dropped}/${dropping.length}`,
      extra_write_fails: `${passing.length - extra}/${passing.length}`,
    };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function collectGoldDigests(base: Base, recordings: readonly Recording[]): Map<string, string> {
  const golds = new Map<string, string>();
  for (const { taskId, gold } of recordings) {
    if (!golds.has(taskId)) golds.set(taskId, computeGoldDigest(base, gold));
  }
  return golds;
}

interface Played {
  readonly rewards: ReadonlyMap<string, number>;
  readonly outputs: number;
  readonly sameOutputs: number;
}

/** Upstream numbers trials by task in the order of the file, and some numbers occur twice. */
async function play(
  base: Base,
  golds: ReadonlyMap<string, string>,
  recordings: readonly Recording[],
  outdir: string,
): Promise<Played> {
  const byTrial = new Map(recordings.map((one) => [`${one.taskId} ${one.trial}`, one]));
  const find = (taskId: string, trial: number): Recording => {
    const found = byTrial.get(`${taskId} ${trial}`);
    if (!found) throw new Error(`no episode ${trial} of task ${taskId} was recorded`);
    return found;
  };
  let outputs = 0;
  let sameOutputs = 0;
  const tasks = [...golds].map(([id, digest]) => {
    const { opening, goldOutputs } = find(id, 0);
    return {
      id,
      messages: opening,
      expected: { digest, outputs: goldOutputs },
      limits: { max_steps: 100 },
    };
  });
  await runSuite({
    tasks,
    outdir,
    trials: recordings.length / golds.size,
    agent: createReplayAgent((taskId, trial) => find(taskId, trial).actions),
    agentName: 'recorded',
    graders: [createTauReward()],
    trialFiles: false,
    tools: (task, trial) => {
      const recording = find(task.id, trial);
      const made = createAirline(base, listUserReplies(recording));
      return {
        ...made,
        outcome: () => {
          const outcome = made.outcome?.() as TrialResult;
          recording.actions.forEach(({ name }, at) => {
            if (name === RESPOND || recording.observations[at] === undefined) return;
            outputs += 1;
            if (outcome.observations[at] === recording.observations[at]) sameOutputs += 1;
          });
          return outcome;
        },
      };
    },
  });
  const rewards = new Map(
    [...readResults(join(outdir, 'results.jsonl'))].map((row: TrialRow) => [
      `${row.task_id} ${row.trial}`,
      Number(row.passed),
    ]),
  );
  return { rewards, outputs, sameOutputs };
}

/** Replays changed episodes, each as a separate task; returns the number of passing episodes. */
async function playAlone(
  base: Base,
  golds: ReadonlyMap<string, string>,
  recordings: readonly Recording[],
  outdir: string,
): Promise<number> {
  const byId = new Map(recordings.map((one) => [`${one.taskId}.${one.trial}`, one]));
  await runSuite({
    tasks: [...byId].map(([id, { taskId, opening, goldOutputs }]) => ({
      id,
      messages: opening,
      expected: { digest: golds.get(taskId) ?? '', outputs: goldOutputs },
      limits: { max_steps: 100 },
    })),
    outdir,
    trials: 1,
    agent: createReplayAgent((id) => byId.get(id)?.actions ?? []),
    agentName: 'recorded, changed',
    graders: [createTauReward()],
    trialFiles: false,
    tools: (task) => {
      const recording = byId.get(task.id);
      return createAirline(base, recording ? listUserReplies(recording) : []);
    },
  });
  return [...readResults(join(outdir, 'results.jsonl'))].filter(({ passed }) => passed).length;
}

function listUserReplies({ actions, observations }: Recording): string[] {
  return actions.flatMap(({ name }, at) => (name === RESPOND ? [observations[at] ?? ''] : []));
}

/**
 * Returns the episode without the last action that changed data; undefined if no action changed
 * data.
 */
function withoutLastWrite(base: Base, recording: Recording): Recording | undefined {
  const database = openDatabase(base);
  const tools = createWritingTools(database) as unknown as Record<string, (args: object) => string>;
  let before = database.digest();
  let last = -1;
  recording.actions.forEach(({ name, arguments: args }, at) => {
    const tool = tools[name];
    if (!tool) return;
    tool(args);
    const after = database.digest();
    if (after !== before) last = at;
    before = after;
  });
  if (last === -1) return undefined;
  const without = <T>(items: readonly T[]): T[] => items.filter((_, at) => at !== last);
  return {
    ...recording,
    actions: without(recording.actions),
    observations: without(recording.observations),
  };
}

/**
 * Returns the episode with one more first action: it sends a certificate that no customer is owed.
 */
function withExtraWrite(recording: Recording): Recording {
  const extra: Action = {
    name: 'send_certificate',
    arguments: { user_id: 'mia_li_3668', amount: 1 },
  };
  return {
    ...recording,
    actions: [extra, ...recording.actions],
    observations: [undefined, ...recording.observations],
  };
}
