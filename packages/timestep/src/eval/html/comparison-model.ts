import type { Comparison } from '../report/compare.ts';
import type { TaskReport } from '../report/report.ts';
import { chunksOf, placeOf } from './detail-chunks.ts';
import { Names } from './names.ts';
import type { Outcome, PageModel, PageTask, PageTrial, Place } from './page/page-model.ts';
import { percentText } from './figures.ts';
import { placesOf, type Survey, type TrialMark } from './survey.ts';
import type { TaskTags } from './task-tags.ts';
import { trialsByTask } from './report-model.ts';
import { whyOf } from './why.ts';

export interface Compared {
  readonly surveys: readonly [before: Survey, after: Survey];
  readonly runs: readonly [before: string, after: string];
  readonly comparison: Comparison;
  readonly tags: TaskTags;
}

/**
 * The data of the page of a comparison: what became worse, then what became better, then the rest.
 */
export function comparisonModel({ surveys, runs, comparison, tags }: Compared): PageModel {
  const graders = new Names();
  const tagNames = new Names();
  const [before, after] = surveys;
  const marks = [trialsByTask(before), trialsByTask(after)] as const;
  const locate = locator(surveys);
  const reports = surveys.map(
    ({ report }) => new Map(report.tasks.map((task) => [task.task_id, task])),
  );

  const taskOf = (id: string, group: string, shares: readonly [string, string]): PageTask => {
    const pairs = pairsOf(marks[0].get(id) ?? [], marks[1].get(id) ?? []);
    const report: TaskReport | undefined = reports[1]?.get(id) ?? reports[0]?.get(id);
    return {
      id,
      group,
      tags: (tags.get(id) ?? []).map((tag) => tagNames.placeOf(tag)),
      figures: shares,
      why: report ? whyOf(report) : '',
      trials: pairs.map(([number, ...pair]): PageTrial => {
        const failing = (pair[1] ?? pair[0])?.failing ?? [];
        return {
          number,
          outcome: outcomeOf(...pair),
          failing: failing.map((name) => graders.placeOf(name)),
          places: pair.map((mark, run) => mark && locate(mark, run)),
        };
      }),
    };
  };

  const changed = new Set<string>();
  const changes = (group: string, tasks: Comparison['regressions']): PageTask[] =>
    tasks.map(({ task_id, before: was, after: is }) => {
      changed.add(task_id);
      return taskOf(task_id, group, [percentText(was), percentText(is)]);
    });
  const worse = changes('Worse', comparison.regressions);
  const better = changes('Better', comparison.improvements);
  const ids = new Set(surveys.toReversed().flatMap(({ report }) => report.tasks.map(idOf)));
  const same = [...ids.difference(changed)].map((id) =>
    taskOf(id, 'No difference', [shareOf(reports[0]?.get(id)), shareOf(reports[1]?.get(id))]),
  );
  return {
    runs,
    graders: graders.all,
    tags: tagNames.all,
    columns: ['before', 'after'],
    tasks: [...worse, ...better, ...same],
  };
}

function idOf({ task_id }: TaskReport): string {
  return task_id;
}

function shareOf(task: TaskReport | undefined): string {
  const judged = task ? task.passed + task.failed : 0;
  return percentText(task && judged > 0 ? task.passed / judged : null);
}

type Pair = readonly [before: TrialMark | null, after: TrialMark | null];

/** The trials that either run has of a task, by number. */
function pairsOf(
  before: readonly TrialMark[],
  after: readonly TrialMark[],
): (readonly [number: number, ...Pair])[] {
  const [first, second] = [before, after].map(
    (marks) => new Map(marks.map((mark) => [mark.trial, mark])),
  );
  const numbers = new Set([...before, ...after].map(({ trial }) => trial));
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((number) => [number, first?.get(number) ?? null, second?.get(number) ?? null]);
}

function outcomeOf(...[before, after]: Pair): Outcome {
  if (!before || !after || before.verdict === 'error' || after.verdict === 'error') {
    return 'unpaired';
  }
  if (before.verdict === after.verdict) return after.verdict;
  return after.verdict === 'passed' ? 'better' : 'worse';
}

/** The chunks of the second run follow those of the first. */
function locator(surveys: Compared['surveys']): (mark: TrialMark, run: number) => Place {
  const places = surveys.map(placesOf);
  const offsets = [0, chunksOf(surveys[0].marks.size)];
  return (mark, run) => placeOf(places[run]?.get(mark.row) ?? 0, offsets[run] ?? 0);
}
