import type { PageModel } from './page-model.ts';

/** Shows the task of a dot under the pointer. */
export function chartTips(model: PageModel): void {
  for (const chart of document.querySelectorAll('svg.scatter')) {
    chart.addEventListener('pointerover', ({ target }) => {
      const task = taskAt(model, target);
      if (!task || !(target instanceof Element) || target.firstChild) return;
      const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
      title.textContent = [task.id, ...task.figures].join('  ');
      target.append(title);
    });
  }
}

function taskAt(model: PageModel, target: EventTarget | null): PageModel['tasks'][number] | null {
  if (!(target instanceof SVGElement)) return null;
  const { task } = target.dataset;
  return task === undefined ? null : (model.tasks[Number(task)] ?? null);
}
