import { element, partOf } from './element.ts';
import type { Selection } from './filter-trials.ts';
import { nameOf } from './outcome-names.ts';
import type { PageModel } from './page-model.ts';
import type { Route } from './route.ts';

export type Filter = Omit<Route, 'open'>;

export interface FilterBar {
  /** Puts a filter into the controls, and shows how many trials it selects. */
  show(filter: Filter, selection: Selection): void;
  focus(): void;
}

/** The controls that the page was written with, filled with the choices. */
export function filterBar(model: PageModel, onChange: (filter: Filter) => void): FilterBar {
  const form = partOf('filters');
  const text = controlOf('filter-text', HTMLInputElement);
  const outcome = controlOf('filter-outcome', HTMLSelectElement);
  const grader = controlOf('filter-grader', HTMLSelectElement);
  const tag = controlOf('filter-tag', HTMLSelectElement);
  const count = partOf('filter-count');
  const all = model.tasks.flatMap(({ trials }) => trials);
  const outcomes = [...new Set(all.map((trial) => trial.outcome))].toSorted();
  fill(
    outcome,
    outcomes.map((name) => [name, nameOf(name, model.runs.length)]),
  );
  fill(
    grader,
    model.graders.map((name) => [name, name]),
  );
  fill(
    tag,
    model.tags.map((name) => [name, name]),
  );

  form.addEventListener('input', () => {
    onChange({ text: text.value, outcome: outcome.value, grader: grader.value, tag: tag.value });
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    onChange({ text: '', outcome: '', grader: '', tag: '' });
  });

  return {
    show(filter, selection) {
      if (text.value !== filter.text) text.value = filter.text;
      outcome.value = filter.outcome;
      grader.value = filter.grader;
      tag.value = filter.tag;
      const trials = selection.reduce((sum, asked) => sum + asked.size, 0);
      const tasks = selection.filter((asked) => asked.size > 0).length;
      count.textContent = `${shown(trials, all.length)} trials of ${shown(tasks, model.tasks.length)} tasks`;
    },
    focus: () => text.focus(),
  };
}

function controlOf<Control extends HTMLElement>(id: string, kind: new () => Control): Control {
  const found = partOf(id);
  if (found instanceof kind) return found;
  throw new Error(`#${id} is another control`);
}

function fill(
  select: HTMLSelectElement,
  options: readonly (readonly [value: string, label: string])[],
): void {
  select.append(...options.map(([value, label]) => element('option', { value }, label)));
  const label = select.closest('label');
  if (label) label.hidden = options.length === 0;
}

function shown(some: number, all: number): string {
  return some === all
    ? all.toLocaleString('en')
    : `${some.toLocaleString('en')} of ${all.toLocaleString('en')}`;
}
