import type { PageModel, PageTask, PageTrial } from './page-model.ts';
import type { Route } from './route.ts';

/** By task, the trials that are asked for; a task none of whose trials is has an empty set. */
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

/** `null` where nothing is asked for; a name that is not there is at no place. */
function placeOf(names: readonly string[], name: string): number | null {
  return name === '' ? null : names.indexOf(name);
}

export interface OpenTrial {
  readonly task: PageTask;
  readonly trial: PageTrial;
}

/** The trial an address names. What no address can hold of an id is compared as the address has it. */
export function openTrialOf(model: PageModel, { open }: Route): OpenTrial | null {
  if (!open) return null;
  const name = open.task.toWellFormed();
  const task = model.tasks.find(({ id }) => id.toWellFormed() === name);
  const trial = task?.trials.find(({ number }) => number === open.trial);
  return task && trial ? { task, trial } : null;
}

/** The trial asked for that comes before (-1) or after (1) another. */
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
