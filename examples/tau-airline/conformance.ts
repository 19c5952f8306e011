import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readResults, report, runSuite, type TrialRow } from '@timestep-ai/timestep/eval';
import { loadBase, openDatabase, type Base } from './database.ts';
import { airline, goldDigest, type Outcome } from './environment.ts';
import { loadRecordings, RESPOND, type Action, type Recording } from './recordings.ts';
import { replaying, tauReward } from './replay.ts';
import { writingTools } from './writing-tools.ts';

/** How much of what was recorded comes out the same, as `found/all`. */
export interface Conformance {
  readonly tool_outputs: string;
  readonly gold_hashes: string;
  readonly rewards: string;
  /** pass^k for k of 1 to 4. */
  readonly pass_all: readonly (number | null)[];
  /** Passing episodes that wrote something and fail once their last effective write is left out. */
  readonly dropped_write_fails: string;
  /** Passing episodes that fail once something more is written. */
  readonly extra_write_fails: string;
}

/** Plays all recorded episodes through a suite, then some that must fail. */
export async function conformance(
  folder: string,
  say: (text: string) => void,
): Promise<Conformance> {
  const base = loadBase(folder);
  const recordings = loadRecordings(folder);
  const golds = goldsOf(base, recordings);
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

function goldsOf(base: Base, recordings: readonly Recording[]): Map<string, string> {
  const golds = new Map<string, string>();
  for (const { taskId, gold } of recordings) {
    if (!golds.has(taskId)) golds.set(taskId, goldDigest(base, gold));
  }
  return golds;
}

interface Played {
  readonly rewards: ReadonlyMap<string, number>;
  readonly outputs: number;
  readonly sameOutputs: number;
}

/** Upstream numbers trials by task in the order of the file, and some numbers come twice. */
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
    agent: replaying((taskId, trial) => find(taskId, trial).actions),
    agentName: 'recorded',
    graders: [tauReward()],
    trialFiles: false,
    tools: (task, trial) => {
      const recording = find(task.id, trial);
      const made = airline(base, userRepliesOf(recording));
      return {
        ...made,
        outcome: () => {
          const outcome = made.outcome?.() as Outcome;
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

/** Plays changed episodes, each as a task of its own; returns how many pass. */
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
    agent: replaying((id) => byId.get(id)?.actions ?? []),
    agentName: 'recorded, changed',
    graders: [tauReward()],
    trialFiles: false,
    tools: (task) => {
      const recording = byId.get(task.id);
      return airline(base, recording ? userRepliesOf(recording) : []);
    },
  });
  return [...readResults(join(outdir, 'results.jsonl'))].filter(({ passed }) => passed).length;
}

function userRepliesOf({ actions, observations }: Recording): string[] {
  return actions.flatMap(({ name }, at) => (name === RESPOND ? [observations[at] ?? ''] : []));
}

/** The episode without the last action that changed anything; nothing where none did. */
function withoutLastWrite(base: Base, recording: Recording): Recording | undefined {
  const database = openDatabase(base);
  const tools = writingTools(database) as unknown as Record<string, (args: object) => string>;
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

/** The episode with a certificate sent that no customer is owed, before anything else is done. */
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
