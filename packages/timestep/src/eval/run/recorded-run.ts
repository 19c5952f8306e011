import { join } from 'node:path';
import { pairToolCallsWithResults, type EpisodeInfo, type Message } from '#core';
import { systemClock } from '#engine/runner';
import { gradeTrial, type GradedTrial } from '../graders/grade-trial.ts';
import type { RunMeta } from '../run-meta.ts';
import type { SuiteTask } from '../suite-task.ts';
import { openResultsFile } from './results-file.ts';
import { requireFolderWithoutRun, lockRunFolder, writeMeta } from './run-folder.ts';
import type { SuiteOptions } from './run-suite.ts';
import { buildTrialRow } from './trial-row.ts';

type RecordedRunOptions = Required<Pick<SuiteOptions, 'outdir' | 'graders' | 'signal'>> &
  Pick<SuiteOptions, 'clock'>;

export interface RecordedTask {
  readonly task: SuiteTask;
  readonly messages: readonly Message[];
  readonly info: EpisodeInfo;
  /** Start time of the run in milliseconds since the epoch. */
  readonly startedAt: number;
}

type MetaOfTasks = Omit<RunMeta, keyof typeof FIXED_META | 'graders' | 'started_at' | 'ended_at'>;

const FIXED_META = {
  version: 'timestep_eval_v1',
  tasks_path: null,
  seed: 0,
  tools_available: [],
  agent_timeout_s: 0,
  concurrency: 1,
} as const;

/** Writes a run of trials that `gradeAll` grades without running an agent. */
export async function writeRecordedRun(
  { outdir, graders, signal, clock = systemClock }: RecordedRunOptions,
  gradeAll: (grade: (trial: RecordedTask) => Promise<GradedTrial>) => Promise<MetaOfTasks>,
): Promise<void> {
  requireFolderWithoutRun(outdir);
  const release = lockRunFolder(outdir);
  const started_at = new Date(clock.now()).toISOString();
  const results = openResultsFile(join(outdir, 'results.jsonl'));
  let meta: MetaOfTasks;
  try {
    meta = await gradeAll(async ({ task, messages, info, startedAt }) => {
      const toolIndex = pairToolCallsWithResults(messages);
      const evidence = { messages, toolIndex, task, info, outcome: undefined, signal };
      const graded = await gradeTrial(graders, evidence);
      const begun = new Date(startedAt).toISOString();
      results.append(buildTrialRow(info, graded, begun, messages));
      return graded;
    });
  } finally {
    results.close();
    release();
  }
  const ended_at = new Date(clock.now()).toISOString();
  const specs = graders.map(({ name, spec = name }) => spec);
  writeMeta(outdir, { ...FIXED_META, ...meta, graders: specs, started_at, ended_at });
}
