import { SECTIONS } from './sections.ts';

/** The title of the browser's tab: how many tasks wait for the user, and the section that is open. */
export function formatTabTitle(waiting: number, path: string): string {
  const section = SECTIONS.find(({ to }) => path === to || path.startsWith(`${to}/`));
  const count = waiting > 0 ? `(${waiting.toLocaleString('en')}) ` : '';
  return `${count}${section ? `${section.title} · ` : ''}Timestep`;
}
