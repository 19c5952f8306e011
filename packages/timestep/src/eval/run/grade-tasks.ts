import { join } from 'node:path';
import {
  buildEpisodeInfo,
  indexToolCalls,
  isFinal,
  buildTranscript,
  type Task,
} from '../../core/index.ts';
import type { Clock, Runner, TaskQuery } from '../../engine/port/index.ts';
import { systemClock } from '../../engine/runner/index.ts';
import { gradeTrial } from '../graders/grade-trial.ts';
import type { Grader } from '../grader.ts';
import type { RunMeta } from '../run-meta.ts';
import type { SuiteTask } from '../suite-task.ts';
import { hashJson } from '../json-text.ts';
import { openResults } from './results-file.ts';
import { buildRecordedMeta } from './recorded-meta.ts';
import { lockRunFolder, checkFolderIsEmpty } from './run-folder.ts';
import { sumJudgeCost, buildTrialRow } from './trial-row.ts';
import { writeMeta } from './write-meta.ts';

export interface GradeTasksOptions {
  /** Runner that stores the tasks. Tasks are only read, not run. */
  readonly runner: Pick<Runner, 'list'>;
  /** Query that selects the tasks. Tasks that have not ended are skipped. */
  readonly query: Omit<TaskQuery, 'pageSize' | 'pageToken'>;
  readonly outdir: string;
  readonly graders: readonly Grader[];
  /** Returns the expectations of a task, undefined to skip it. Default: no expectations. */
  readonly expect?: (
    task: Task,
  ) => Pick<SuiteTask, 'expected' | 'limits' | 'tools_allowed'> | undefined;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

const PAGE = 100;

/** Grades finished tasks without running anything. Returns their number. One trial per task. */
export async function gradeTasks(options: GradeTasksOptions): Promise<number> {
  const { runner, query, outdir, graders, expect = () => ({}), clock = systemClock } = options;
  const { signal = new AbortController().signal } = options;
  checkFolderIsEmpty(outdir);
  const release = lockRunFolder(outdir);
  const startedAt = clock.now();
  const results = openResults(join(outdir, 'results.jsonl'));
  const ids: string[] = [];
  try {
    for await (const task of loadEndedTasks(runner, query, signal)) {
      const expected = expect(task);
      if (!expected) continue;
      const messages = buildTranscript(task);
      const info = buildEpisodeInfo(task, 0);
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
      results.append({
        ...buildTrialRow(info, graded, begun, sumJudgeCost(graded.grades)),
        messages,
      });
      ids.push(task.id);
    }
  } finally {
    results.close();
    release();
  }
  const meta: RunMeta = {
    ...buildRecordedMeta(graders, startedAt, clock.now()),
    tasks_sha256: hashJson(ids.toSorted()),
    task_count: ids.length,
    trials: 1,
    agent: query.agent ?? 'recorded tasks',
  };
  writeMeta(outdir, meta);
  return ids.length;
}

async function* loadEndedTasks(
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
