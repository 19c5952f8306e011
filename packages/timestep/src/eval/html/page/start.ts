import { chartTips } from './chart-tips.ts';
import { element, partOf } from './element.ts';
import { neighbourOf, openTrialOf, selectionOf, type OpenTrial } from './filter-trials.ts';
import { filterBar } from './filter-bar.ts';
import { gridIn } from './grid.ts';
import { nameOf } from './outcome-names.ts';
import type { PageModel } from './page-model.ts';
import { detailReader } from './read-details.ts';
import { hashOf, routeOf, type Route } from './route.ts';
import { trialView } from './trial-view.ts';

const model = JSON.parse(partOf('model').textContent) as PageModel;
const detailOf = detailReader();
const overview = partOf('overview');
const opened = partOf('opened');
const grid = gridIn(partOf('tasks'), model, ({ task, trial }) => {
  go({ ...routeOf(location.hash), open: { task: task.id, trial: trial.number } });
});
const filters = filterBar(model, (filter) => {
  const route = { ...routeOf(location.hash), ...filter };
  // Otherwise each typed letter would be a step in the browser's history.
  history.replaceState(null, '', hashOf(route));
  showOverview(route);
});
let last: OpenTrial | null = null;
let overviewAt = 0;

function go(route: Route): void {
  location.hash = hashOf(route);
}

function showOverview(route: Route): void {
  const selection = selectionOf(model, route);
  grid.show(selection);
  filters.show(route, selection);
}

function show(): void {
  const route = routeOf(location.hash);
  const open = openTrialOf(model, route);
  if (open && overview.hidden === false) overviewAt = scrollY;
  overview.hidden = open !== null;
  opened.hidden = open === null;
  showOverview(route);
  if (open) void showTrial(route, open);
  else if (last) {
    opened.replaceChildren();
    scrollTo(0, overviewAt);
    grid.focus(last);
  }
  last = open;
}

async function showTrial(route: Route, open: OpenTrial): Promise<void> {
  const { task, trial } = open;
  const title = element(
    'h2',
    { tabindex: '-1' },
    element('span', { class: 'id' }, task.id),
    ` trial ${trial.number} `,
    element('span', { class: `badge ${trial.outcome}` }, nameOf(trial.outcome, model.runs.length)),
  );
  const views = element('div', { class: `sides sides-${model.runs.length}` });
  opened.replaceChildren(navigation(route, open), title, views);
  scrollTo(0, 0);
  title.focus({ preventScroll: true });
  try {
    const details = await Promise.all(trial.places.map(async (place) => place && detailOf(place)));
    const isPair = model.runs.length > 1;
    views.replaceChildren(
      ...details.map((detail, at) => trialView(isPair ? (model.runs[at] ?? '') : null, detail)),
    );
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    views.replaceChildren(element('p', { role: 'alert' }, `The trial cannot be read: ${said}`));
  }
}

function navigation(route: Route, open: OpenTrial): HTMLElement {
  const selection = selectionOf(model, route);
  const linkTo = (label: string, key: string, to: OpenTrial | null): HTMLElement => {
    if (!to) return element('span', { class: 'off' }, label);
    const next = { ...route, open: { task: to.task.id, trial: to.trial.number } };
    return element('a', { href: hashOf(next), 'data-key': key }, label);
  };
  const back = { ...route, open: null };
  return element(
    'nav',
    { 'aria-label': 'Trials' },
    element('a', { href: hashOf(back), 'data-key': 'Escape' }, '← all trials'),
    linkTo('previous', 'k', neighbourOf(model, selection, open, -1)),
    linkTo('next', 'j', neighbourOf(model, selection, open, 1)),
    element('span', { class: 'keys' }, 'keys: Esc, k, j'),
  );
}

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === '/' && !isTyping && opened.hidden) {
    event.preventDefault();
    filters.focus();
  } else if (!opened.hidden && !isTyping) {
    const links = [...opened.querySelectorAll<HTMLAnchorElement>('nav a')];
    links.find((link) => link.dataset['key'] === key)?.click();
  }
});
addEventListener('hashchange', show);
chartTips(model);
show();
