import type { Page } from 'playwright-core';

/** Words after a lone 1 that would be wrong in the plural. */
const COUNTED =
  'agents|approvals|calls|characters|conversations|errors|events|files|items|lines|messages|models|replies|requests|results|rows|runs|servers|skills|steps|tasks|tokens|tools|trials|turns';

/** Reads what is visible, in the browser: it is a text, because the tests have no types of a browser. */
const READ_FAULTS = `(() => {
  const faults = [];
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  };
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, [role="heading"]')) {
    if (isVisible(heading) && uuid.test(heading.textContent)) {
      faults.push('an id as a heading: ' + heading.textContent.trim());
    }
  }
  for (const input of document.querySelectorAll('input[type="file"]')) {
    if (isVisible(input)) faults.push('a file input of the browser: ' + (input.name || input.id));
  }
  for (const summary of document.querySelectorAll('summary')) {
    const { display, listStyleType } = getComputedStyle(summary);
    if (isVisible(summary) && display === 'list-item' && listStyleType !== 'none') {
      faults.push('a triangle of the browser: ' + summary.textContent.trim());
    }
  }
  const counts = /(?<![\\d.,/:-])1 (?:${COUNTED})(?![a-z])/g;
  for (const [words] of document.body.innerText.matchAll(counts)) faults.push('a plural: ' + words);
  const typed = /write "go on"|with \\/(?:model|models|compact|clear|setting)(?![\\w/])/gi;
  for (const [words] of document.body.innerText.matchAll(typed)) {
    faults.push('what is typed in a terminal: ' + words);
  }
  return faults;
})()`;

/** Lists what no view may show: an id as a heading, a file input or a triangle of the browser, the plural of one thing, and words for a terminal. */
export function findWordingFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(READ_FAULTS);
}
