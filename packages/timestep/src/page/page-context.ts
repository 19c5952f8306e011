import type { Clock } from '../port/index.ts';
import type { Site } from '../server/index.ts';
import { createTaskLines, type TaskLines } from './task-lines.ts';

/** What every route of the page's data is answered with. */
export interface PageContext {
  readonly site: Site;
  readonly clock: Clock;
  readonly lines: TaskLines;
}

export function pageContext(site: Site, clock: Clock): PageContext {
  return { site, clock, lines: createTaskLines(site.tasks) };
}
