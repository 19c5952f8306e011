import { expect, it } from 'vitest';
import { formatTabTitle } from './tab-title.ts';

it('counts what waits for the user and names the section', () => {
  expect(formatTabTitle(3, '/inbox')).toBe('(3) Inbox · Timestep');
  expect(formatTabTitle(0, '/tasks/t1/against/t2')).toBe('Tasks · Timestep');
  expect(formatTabTitle(1200, '/agents/orchestration')).toBe('(1,200) Agents · Timestep');
  expect(formatTabTitle(1, '/nowhere')).toBe('(1) Timestep');
  expect(formatTabTitle(0, '/tasksets')).toBe('Timestep');
});
