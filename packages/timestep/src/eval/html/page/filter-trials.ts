import type { PageModel, PageTask, PageTrial } from './page-model.ts';
import type { Route } from './route.ts';

/** The trials that a filter selects, by task; a task without any has an empty set. */
export type Selection = readonly ReadonlySet<PageTrial>[];

export function selectionOf(model: PageModel, route: Route): Selection {
  const words = route.text.toLowerCase().split(/\s+/);
  const grader = placeOf(model.graders, route.grader);
  const tag = placeOf(model.tags, route.tag);
  const isAsked = (trial: PageTrial): boolean =>
    (route.outcome === '' || trial.outcome === route.outcome) &&
    (grader === null || trial.failing.includes(grader));
  return model.tasks.map((task) => {
    const isTask = hasWords(task, words) && (tag === null || task.tags.includes(tag));
    return new Set(isTask ? task.trials.filter(isAsked) : []);
  });
}

function hasWords({ id }: PageTask, words: readonly string[]): boolean {
  const name = id.toLowerCase();
  return words.every((word) => name.includes(word));
}

/** `null` for an empty name; -1 for an unknown name. */
function placeOf(names: readonly string[], name: string): number | null {
  return name === '' ? null : names.indexOf(name);
}

export interface OpenTrial {
  readonly task: PageTask;
  readonly trial: PageTrial;
}

/** The trial that an address names. An id is compared in the form that an address can hold. */
export function openTrialOf(model: PageModel, { open }: Route): OpenTrial | null {
  if (!open) return null;
  const name = open.task.toWellFormed();
  const task = model.tasks.find(({ id }) => id.toWellFormed() === name);
  const trial = task?.trials.find(({ number }) => number === open.trial);
  return task && trial ? { task, trial } : null;
}

/** The selected trial before (-1) or after (1) another. */
export function neighbourOf(
  { tasks }: PageModel,
  selection: Selection,
  of: OpenTrial,
  step: -1 | 1,
): OpenTrial | null {
  const all = tasks.flatMap((task, at) =>
    task.trials
      .filter((trial) => trial === of.trial || selection[at]?.has(trial))
      .map((trial): OpenTrial => ({ task, trial })),
  );
  return all[all.findIndex(({ trial }) => trial === of.trial) + step] ?? null;
}
