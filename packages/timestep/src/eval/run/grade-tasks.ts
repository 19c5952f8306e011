import { join } from 'node:path';
import { episodeInfo, indexToolCalls, isFinal, transcriptOf, type Task } from '../../core/index.ts';
import type { Clock, Runner, TaskQuery } from '../../port/index.ts';
import { systemClock } from '../../runner/index.ts';
import { gradeTrial } from '../graders/grade-trial.ts';
import type { Grader } from '../grader.ts';
import type { RunMeta } from '../run-meta.ts';
import type { SuiteTask } from '../suite-task.ts';
import { digestOf } from '../tasks/digest-of.ts';
import { openResults } from './results-file.ts';
import { recordedMeta } from './recorded-meta.ts';
import { claimRunFolder, refuseRunIn } from './run-folder.ts';
import { judgeCost, rowOf } from './trial-row.ts';
import { writeMeta } from './write-meta.ts';

/** Which tasks of a runner are graded, by which graders, and into which folder. */
export interface GradeTasksOptions {
  /** The runner that keeps the tasks; they are read and not run. */
  readonly runner: Pick<Runner, 'list'>;
  /** Which tasks; those that have not ended are left out. */
  readonly query: Omit<TaskQuery, 'pageSize' | 'pageToken'>;
  readonly outdir: string;
  readonly graders: readonly Grader[];
  /**
   * What is expected of a task; a task for which it returns nothing is left out. Default: nothing
   * is expected.
   */
  readonly expect?: (
    task: Task,
  ) => Pick<SuiteTask, 'expected' | 'limits' | 'tools_allowed'> | undefined;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

const PAGE = 100;

/**
 * Grades tasks that agents have finished, without running anything again; leaves a run like
 * `runSuite`, with one trial of each task. Returns how many were graded.
 */
export async function gradeTasks(options: GradeTasksOptions): Promise<number> {
  const { runner, query, outdir, graders, expect = () => ({}), clock = systemClock } = options;
  const { signal = new AbortController().signal } = options;
  refuseRunIn(outdir);
  const release = claimRunFolder(outdir);
  const startedAt = clock.now();
  const results = openResults(join(outdir, 'results.jsonl'));
  const ids: string[] = [];
  try {
    for await (const task of endedTasks(runner, query, signal)) {
      const expected = expect(task);
      if (!expected) continue;
      const messages = transcriptOf(task);
      const info = episodeInfo(task, 0);
      const toolIndex = indexToolCalls(messages);
      const suiteTask: SuiteTask = { ...expected, id: task.id, messages };
      const graded = await gradeTrial(graders, {
        messages,
        toolIndex,
        task: suiteTask,
        info,
        outcome: undefined,
        signal,
      });
      const begun = new Date(task.createdAt).toISOString();
      results.append({ ...rowOf(info, graded, begun, judgeCost(graded.grades)), messages });
      ids.push(task.id);
    }
  } finally {
    results.close();
    release();
  }
  const meta: RunMeta = {
    ...recordedMeta(graders, startedAt, clock.now()),
    tasks_sha256: digestOf(ids.toSorted()),
    task_count: ids.length,
    trials: 1,
    agent: query.agent ?? 'recorded tasks',
  };
  writeMeta(outdir, meta);
  return ids.length;
}

async function* endedTasks(
  runner: Pick<Runner, 'list'>,
  query: GradeTasksOptions['query'],
  signal: AbortSignal,
): AsyncGenerator<Task> {
  let pageToken: string | undefined;
  do {
    const page = await runner.list({
      ...query,
      pageSize: PAGE,
      ...(pageToken !== undefined && { pageToken }),
    });
    for (const task of page.tasks) if (isFinal(task)) yield task;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined && !signal.aborted);
}
