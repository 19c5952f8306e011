import { expect, it } from 'vitest';
import { acpx } from './acpx.ts';
import { acpFolder } from './stage.ts';

it('answers a client of others, which says yes to a tool', async () => {
  const folder = acpFolder();
  const noted = await acpx(folder, '--approve-all', 'exec', 'note milk');
  expect(noted.stdout).toContain('The tool said: noted milk');
  expect(noted.stdout).toContain('[done] end_turn');
  expect(noted.code).toBe(0);
  expect(folder.notes()).toEqual(['milk']);
});
