import type { TaskReport } from '../report/report.ts';
import { placeOf } from './detail-chunks.ts';
import { costText, scoreText } from './figures.ts';
import type { ScatterDot } from './cost-scatter.ts';
import { Names } from './names.ts';
import type { PageModel, PageTask } from './page/page-model.ts';
import { placesOf, type Survey, type TrialMark } from './survey.ts';
import type { TaskTags } from './task-tags.ts';
import { whyOf } from './why.ts';

/** The data of the page of one run. Tasks come worst first, as in the report. */
export function reportModel(survey: Survey, run: string, tags: TaskTags): PageModel {
  const graders = new Names();
  const tagNames = new Names();
  const places = placesOf(survey);
  const trials = trialsByTask(survey);
  const tasks = survey.report.tasks.map((task): PageTask => {
    const marks = trials.get(task.task_id) ?? [];
    return {
      id: task.task_id,
      tags: (tags.get(task.task_id) ?? []).map((tag) => tagNames.placeOf(tag)),
      figures: [tallyText(task), scoreText(task.mean_score), costText(costOf(marks))],
      why: whyOf(task),
      trials: marks.map(({ trial, verdict, failing, row }) => ({
        number: trial,
        outcome: verdict,
        failing: failing.map((name) => graders.placeOf(name)),
        places: [placeOf(places.get(row) ?? 0, 0)],
      })),
    };
  });
  const columns = ['passed', 'score', 'cost / trial'];
  return { runs: [run], graders: graders.all, tags: tagNames.all, columns, tasks };
}

function tallyText({ passed, failed, errors }: TaskReport): string {
  return `${passed}/${passed + failed}${errors > 0 ? ` +${errors}!` : ''}`;
}

/** The trials of each task in order. */
export function trialsByTask({ marks }: Survey): Map<string, TrialMark[]> {
  const trials = new Map<string, TrialMark[]>();
  for (const mark of marks.values()) {
    const known = trials.get(mark.task_id);
    if (known) known.push(mark);
    else trials.set(mark.task_id, [mark]);
  }
  for (const list of trials.values()) list.sort((a, b) => a.trial - b.trial);
  return trials;
}

/** The mean cost of a trial in US dollars; unknown where the cost of any trial is. */
function costOf(marks: readonly TrialMark[]): number | null {
  let sum = 0;
  for (const { cost_usd } of marks) {
    if (cost_usd === null) return null;
    sum += cost_usd;
  }
  return marks.length === 0 ? null : sum / marks.length;
}

/** Tasks for the plot of score against cost, and tasks that have no place in it. */
export interface Scattered {
  readonly dots: readonly ScatterDot[];
  readonly unknownCost: readonly string[];
  readonly unknownScore: readonly string[];
}

export function scatterOf(survey: Survey): Scattered {
  const trials = trialsByTask(survey);
  const dots: ScatterDot[] = [];
  const unknownCost: string[] = [];
  const unknownScore: string[] = [];
  for (const [at, task] of survey.report.tasks.entries()) {
    const cost = costOf(trials.get(task.task_id) ?? []);
    if (task.mean_score === null) unknownScore.push(task.task_id);
    else if (cost === null) unknownCost.push(task.task_id);
    else {
      const standing = task.failed === 0 ? 'all' : task.passed === 0 ? 'none' : 'some';
      dots.push({ task: at, cost, score: task.mean_score, standing });
    }
  }
  return { dots, unknownCost, unknownScore };
}
