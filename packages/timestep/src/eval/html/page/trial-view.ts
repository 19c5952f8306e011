import { element } from './element.ts';
import { indentJson } from './indent-json.ts';
import type { GradeDetail, TrialDetail } from './page-model.ts';
import { longText, transcriptView } from './transcript-view.ts';

/** One trial of one run: its transcript beside its grades. `run` is its heading, if any. */
export function trialView(run: string | null, detail: TrialDetail | null): HTMLElement {
  const heading = run === null ? [] : [element('h3', { class: 'run' }, run)];
  if (!detail) {
    const none = element('p', { class: 'quiet' }, 'There is no such trial in this run.');
    return element('section', { class: 'trial' }, ...heading, none);
  }
  const transcript = element(
    'section',
    { class: 'said', 'aria-label': 'Transcript' },
    element('h3', {}, 'Transcript'),
    transcriptView(detail.entries),
  );
  const grades = element(
    'section',
    { class: 'graded', 'aria-label': 'Grades' },
    element('h3', {}, 'Grades'),
    ...(detail.error === null ? [] : [brokenWith(detail.error)]),
    ...detail.grades.map(gradeView),
    element('h3', {}, 'Facts'),
    factsView(detail),
  );
  const body = element('div', { class: 'beside' }, transcript, grades);
  return element('section', { class: 'trial' }, ...heading, body);
}

function brokenWith(error: string): HTMLElement {
  const head = element('p', {}, badge('error'), ' the agent broke');
  return element('div', { class: 'grade error' }, head, longText(error));
}

function gradeView({ name, standing, score, reason }: GradeDetail): HTMLElement {
  const summary = element(
    'summary',
    {},
    badge(standing),
    element('span', { class: 'name' }, name),
    element('span', { class: 'score' }, standing === 'skipped' ? '' : score),
  );
  const isBad = standing === 'failed' || standing === 'error';
  const details = element('details', { class: `grade ${standing}` }, summary);
  details.append(longText(indentJson(reason)));
  details.open = isBad;
  return details;
}

function factsView({ facts }: TrialDetail): HTMLElement {
  const pairs = facts.flatMap(([name, value]) => [
    element('dt', {}, name),
    element('dd', {}, value),
  ]);
  return element('dl', { class: 'facts' }, ...pairs);
}

function badge(standing: string): HTMLElement {
  return element('span', { class: `badge ${standing}` }, standing);
}
