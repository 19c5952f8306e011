import { element } from './element.ts';
import type { OpenTrial, Selection } from './filter-trials.ts';
import { moveIn } from './move-in-grid.ts';
import { SHAPES } from './outcome-names.ts';
import type { PageModel, PageTask, PageTrial } from './page-model.ts';

export interface Grid {
  show(selection: Selection): void;
  focus(of: OpenTrial): void;
}

interface Row {
  readonly row: HTMLElement;
  readonly cells: ReadonlyMap<PageTrial, HTMLAnchorElement>;
}

/**
 * All tasks with their trials, in a table that is one stop for the Tab key. Rows out of sight are
 * laid out only when they come into view (`content-visibility`), and can be searched all the same.
 */
export function gridIn(
  place: HTMLElement,
  model: PageModel,
  open: (trial: OpenTrial) => void,
): Grid {
  const of = new Map<HTMLElement, OpenTrial>();
  const rows = model.tasks.map((task) => rowOf(model, task, of));
  const groups = new Map<string, HTMLElement>();
  const body = document.createDocumentFragment();
  for (const [at, { row }] of rows.entries()) {
    const group = model.tasks[at]?.group ?? '';
    if (group !== '' && !groups.has(group)) {
      const heading = groupRow(group);
      groups.set(group, heading);
      body.append(heading);
    }
    body.append(row);
  }
  place.append(headRow(model.columns), body);
  place.classList.add(`sides-${model.runs.length}`);
  place.style.setProperty('--figures', String(model.columns.length));
  let current = rows[0]?.cells.values().next().value;

  function stopAt(cell: HTMLAnchorElement | undefined): void {
    current?.setAttribute('tabindex', '-1');
    current = cell;
    current?.setAttribute('tabindex', '0');
  }

  place.addEventListener('click', (event) => {
    const cell = cellAt(event.target);
    const trial = cell && of.get(cell);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    if (!trial || !isPlain) return;
    event.preventDefault();
    stopAt(cell);
    open(trial);
  });
  place.addEventListener('keydown', (event) => {
    const next = moveIn(cellAt(event.target), event.key);
    if (!next) return;
    event.preventDefault();
    stopAt(next);
    next.focus();
  });

  return {
    show(selection) {
      let first: HTMLAnchorElement | undefined;
      const filled = new Set<string>();
      for (const [at, { row, cells }] of rows.entries()) {
        const asked = selection[at];
        row.hidden = !asked || asked.size === 0;
        if (row.hidden) continue;
        filled.add(model.tasks[at]?.group ?? '');
        for (const [trial, cell] of cells) {
          cell.classList.toggle('other', !asked?.has(trial));
          if (asked?.has(trial)) first ??= cell;
        }
      }
      for (const [group, heading] of groups) heading.hidden = !filled.has(group);
      if (!current?.closest('.row:not([hidden])')) stopAt(first);
      else stopAt(current);
    },
    focus({ trial }) {
      for (const { cells } of rows) {
        const cell = cells.get(trial);
        if (!cell) continue;
        stopAt(cell);
        cell.focus();
      }
    },
  };
}

function cellAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a.cell') : null;
}

function rowOf(model: PageModel, task: PageTask, of: Map<HTMLElement, OpenTrial>): Row {
  const cells = new Map<PageTrial, HTMLAnchorElement>();
  for (const trial of task.trials) {
    const cell = cellOf(task, trial);
    cells.set(trial, cell);
    of.set(cell, { task, trial });
  }
  const tags = task.tags.map((tag) => element('span', { class: 'tag' }, model.tags[tag] ?? ''));
  const row = element(
    'div',
    { class: 'row', role: 'row' },
    element(
      'div',
      { class: 'id', role: 'rowheader' },
      element('span', { class: 'text', title: task.id }, task.id),
      ...tags,
    ),
    element('div', { class: 'cells', role: 'cell' }, ...cells.values()),
    ...task.figures.map((figure) => element('div', { class: 'figure', role: 'cell' }, figure)),
    element('div', { class: 'why', role: 'cell' }, task.why),
  );
  return { row, cells };
}

function cellOf(task: PageTask, trial: PageTrial): HTMLAnchorElement {
  const { number, outcome } = trial;
  const fields = new URLSearchParams({ task: task.id, trial: String(number) });
  const attributes = {
    class: `cell ${outcome}`,
    href: `#${fields.toString()}`,
    tabindex: '-1',
    'aria-label': `${task.id}, trial ${number}: ${outcome}`,
    title: `trial ${number}: ${outcome}`,
  };
  return element('a', attributes, SHAPES[outcome]);
}

function headRow(columns: readonly string[]): HTMLElement {
  const names = ['task', 'trials', ...columns, 'failing'];
  const heads = names.map((name, at) => {
    const kind = at === 0 ? 'id' : at === 1 ? 'cells' : at === names.length - 1 ? 'why' : 'figure';
    return element('div', { class: kind, role: 'columnheader' }, name);
  });
  return element('div', { class: 'head', role: 'row' }, ...heads);
}

function groupRow(group: string): HTMLElement {
  const name = element('div', { role: 'rowheader' }, group);
  return element('div', { class: 'group', role: 'row' }, name);
}
