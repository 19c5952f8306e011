import { buildEpisodeInfo, buildTranscript, hasTaskEnded, type Task } from '#core';
import type { Runner, TaskQuery } from '#engine/port';
import { hashJson } from '../json-text.ts';
import type { SuiteTask } from '../suite-task.ts';
import { writeRecordedRun } from './recorded-run.ts';
import type { SuiteOptions } from './run-suite.ts';

/** Options for grading finished tasks of a runner. */
export interface GradeTasksOptions
  extends
    Pick<SuiteOptions, 'outdir' | 'signal' | 'clock'>,
    Required<Pick<SuiteOptions, 'graders'>> {
  readonly runner: Pick<Runner, 'list'>;
  /** Query that selects the tasks. Tasks that have not ended are skipped. */
  readonly query: Omit<TaskQuery, 'pageSize' | 'pageToken'>;
  /** Returns the expectations of a task; undefined skips the task. Default: no expectations. */
  readonly expect?: (
    task: Task,
  ) => Pick<SuiteTask, 'expected' | 'limits' | 'tools_allowed'> | undefined;
}

const PAGE = 100;

/** Grades finished tasks without running anything, one trial per task. Returns their number. */
export async function gradeTasks(options: GradeTasksOptions): Promise<number> {
  const { runner, query, expect = () => ({}), signal = new AbortController().signal } = options;
  const ids: string[] = [];
  await writeRecordedRun({ ...options, signal }, async (grade) => {
    for await (const task of loadEndedTasks(runner, query, signal)) {
      const expected = expect(task);
      if (!expected) continue;
      const messages = buildTranscript(task);
      const suiteTask: SuiteTask = { ...expected, id: task.id, messages };
      const info = buildEpisodeInfo(task, 0);
      await grade({ task: suiteTask, messages, info, startedAt: task.createdAt });
      ids.push(task.id);
    }
    return {
      tasks_sha256: hashJson(ids.toSorted()),
      task_count: ids.length,
      trials: 1,
      agent: query.agent ?? 'recorded tasks',
    };
  });
  return ids.length;
}

async function* loadEndedTasks(
  runner: Pick<Runner, 'list'>,
  query: GradeTasksOptions['query'],
  signal: AbortSignal,
): AsyncGenerator<Task> {
  let pageToken: string | undefined;
  do {
    const next = pageToken !== undefined && { pageToken };
    const page = await runner.list({ ...query, pageSize: PAGE, ...next });
    for (const task of page.tasks) if (hasTaskEnded(task)) yield task;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined && !signal.aborted);
}
