import { afterAll, beforeAll, expect, it } from 'vitest';
import { moodyAgent, weatherAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;

beforeAll(async () => {
  web = await openWeb([weatherAgent(), moodyAgent(1000)]);
  await web.ask('weather', 'How is the weather in Oakland?');
  await web.ask('weather', 'And in Tokyo?');
  await web.ask('moody', 'Are you well?');
});

afterAll(() => web.close());

it('counts tasks by state and agent, chooses by a click, and keeps a view under a name', async () => {
  const { page, complaints, axe, close } = await web.open('/tasks');
  const states = page.getByRole('region', { name: 'State' });
  await states.getByRole('button', { name: /completed\s*2/ }).waitFor();
  const agents = page.getByRole('region', { name: 'Agent', exact: true });
  await agents.getByRole('button', { name: /weather\s*2/ }).click();
  await page.getByText('2 tasks', { exact: true }).waitFor();
  await states.getByRole('button', { name: /completed\s*2/ }).click();
  expect(new URL(page.url()).search).toBe('?state=completed&agent=weather');

  const views = page.getByRole('region', { name: 'Saved views' });
  await views.getByRole('button', { name: 'Save this view' }).click();
  await views.getByLabel('Name of the view').fill('Good weather');
  await page.keyboard.press('Enter');
  await views.getByRole('button', { name: 'Good weather', exact: true }).waitFor();
  await states.getByRole('button', { name: /completed/ }).click();
  await agents.getByRole('button', { name: /weather/ }).click();
  await page.reload();
  await views.getByRole('button', { name: 'Good weather', exact: true }).click();
  expect(new URL(page.url()).search).toBe('?state=completed&agent=weather');
  expect(await axe()).toEqual([]);
  await views.getByRole('button', { name: 'Delete the view Good weather' }).focus();
  await page.keyboard.press('Enter');
  expect(await views.getByRole('button', { name: /Good weather/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('selects tasks by the protocol of their request, and sorts them by a figure', async () => {
  const { page, axe, close } = await web.open('/tasks');
  const entries = page.getByRole('region', { name: 'Received through' });
  await entries.getByRole('button', { name: /A2A 1\.0\s*3/ }).click();
  await page.getByText('3 tasks', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?entry=a2a-1.0');
  // The heads show by what the list can be sorted, and by what it is.
  expect(await page.getByRole('button', { name: 'Tokens' }).innerText()).toContain('↕');
  expect(await page.getByRole('button', { name: 'Changed' }).innerText()).toContain('↓');
  await page.getByRole('button', { name: 'Tokens' }).click();
  const chosen = page.getByRole('button', { name: 'Tokens', pressed: true });
  expect(await chosen.innerText()).toContain('↓');
  await page.getByText('3 tasks', { exact: true }).waitFor();
  const titles = page.getByRole('list', { name: 'Tasks' }).getByRole('link');
  expect(await titles.first().textContent()).toContain('Oakland');
  expect(await axe()).toEqual([]);
  await page.getByRole('button', { name: 'Changed' }).click();
  await page.getByRole('button', { name: 'Started', pressed: true }).waitFor();
  await close();
});

it('lists what changed from one day to another, and keeps the range in the address', async () => {
  const { page, complaints, axe, close } = await web.open('/tasks?days=7');
  await page.getByText('3 tasks', { exact: true }).waitFor();
  const day = (shift: number): Promise<string> =>
    page.evaluate<string>(`(() => {
      const date = new Date(Date.now() + ${shift} * 86_400_000);
      const two = (value) => String(value).padStart(2, '0');
      return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
    })()`);
  const changed = page.getByRole('region', { name: 'Changed' });
  await changed.getByLabel('First day').fill(await day(-1));
  await changed.getByLabel('Last day').fill(await day(1));
  await page.getByText('3 tasks', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe(`?since=${await day(-1)}&until=${await day(1)}`);
  expect(await axe()).toEqual([]);
  await changed.getByLabel('First day').fill('2020-01-01');
  await changed.getByLabel('Last day').fill(await day(-1));
  await page.getByText('0 tasks', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('0 tasks', { exact: true }).waitFor();
  expect(await changed.getByLabel('First day').inputValue()).toBe('2020-01-01');
  await changed.getByLabel('First day').fill(await day(0));
  await page.getByText('The first day is after the last.').waitFor();
  await changed.getByRole('button', { name: 'in the last 7 days' }).click();
  await page.getByText('3 tasks', { exact: true }).waitFor();
  const { searchParams } = new URL(page.url());
  expect([[...searchParams.keys()], complaints]).toEqual([['days'], []]);
  await close();
});

it.each([390, 1100])('opens filters and saved views by a button, %i px wide', async (width) => {
  const { page, complaints, axe, close } = await web.open('/tasks', { width });
  await page.getByText('3 tasks', { exact: true }).waitFor();
  expect(await page.getByRole('region', { name: 'State' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: /weather\s*2/ }).click();
  await page.getByText('2 tasks', { exact: true }).waitFor();
  const views = page.getByRole('region', { name: 'Saved views' });
  await views.getByRole('button', { name: 'Save this view' }).click();
  await views.getByLabel('Name of the view').fill('Weather');
  await page.keyboard.press('Enter');
  expect(await axe()).toEqual([]);
  const isWide = await page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  expect(isWide).toBe(false);
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  expect(await views.count()).toBe(0);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('3 tasks', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await views.getByRole('button', { name: 'Weather', exact: true }).click();
  await page.getByText('2 tasks', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('says below the request why a task failed, as wide as the list', async () => {
  const { page, close } = await web.open('/tasks?state=failed', { width: 800 });
  const row = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').first();
  const reason = row.locator('.text-bad').last();
  await reason.waitFor();
  const [whole, title, said] = await Promise.all(
    [row, row.getByText('Are you well?'), reason].map((part) => part.boundingBox()),
  );
  expect(said?.y).toBeGreaterThan(title?.y ?? Infinity);
  expect(said?.width).toBeGreaterThan((whole?.width ?? Infinity) / 2);
  await close();
});

it.each([800, 390])(
  'has a search and a button of filters in one line, %i px wide',
  async (width) => {
    const { page, close } = await web.open('/tasks?state=completed', { width });
    const fields = page.getByRole('search').locator('input, button');
    await fields.first().waitFor();
    const boxes = await Promise.all((await fields.all()).map((field) => field.boundingBox()));
    expect(boxes.length).toBe(3);
    const ends = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0));
    // A phone shows the search above its two buttons.
    expect(new Set(ends.map(Math.round)).size).toBe(width < 640 ? 2 : 1);
    const title = page.getByText(/^How is the weather/).first();
    await title.waitFor();
    expect(await title.evaluate((one) => one.parentElement?.clientWidth)).toBeGreaterThan(120);
    await close();
  },
);

it('compares two selected runs: figures, answers and timelines', async () => {
  const { page, complaints, axe, close } = await web.open('/tasks');
  await page.getByRole('checkbox', { name: 'Select And in Tokyo?' }).check();
  await page.getByText('Select a second run to compare them.').waitFor();
  await page.getByRole('checkbox', { name: /Select How is the weather/ }).check();
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'Two runs' }).waitFor();
  const figures = page.getByRole('table');
  await figures.getByRole('row', { name: /Tool calls\s*1\s*1\s*none/ }).waitFor();
  await page.getByText('Both runs gave the same answer.').waitFor();
  for (const name of ['A', 'B']) {
    const side = page.getByRole('region', { name: `Timeline of run ${name}` });
    await side.getByText('get_weather').first().waitFor();
  }
  expect(await axe()).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('receives the overview from the stream, and asks for it no other way', async () => {
  const { page, close } = await web.open('/tasks');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  const states = page.getByRole('region', { name: 'State' });
  await states.getByRole('button', { name: /completed\s*2/ }).waitFor();
  await web.ask('weather', 'And in Lagos?');
  await states.getByRole('button', { name: /completed\s*3/ }).waitFor();
  expect(asked.filter((path) => path.includes('overview'))).toEqual([]);
  await close();
});

it('shows what each agent has done, from the kept work', async () => {
  const { page, complaints, axe, close } = await web.open('/agents');
  const row = page.getByRole('row', { name: /Weather/ });
  await row.getByRole('link', { name: '3', exact: true }).waitFor();
  await page.getByRole('row', { name: /Moody/ }).getByText('1 (100 %)').waitFor();
  expect(await axe()).toEqual([]);
  const first = page.getByRole('rowheader').first();
  await page.getByRole('button', { name: 'Errors' }).click();
  await page.getByRole('columnheader', { name: 'Errors', exact: true }).waitFor();
  await first.getByText('Moody', { exact: true }).waitFor();
  const sorted = await page.locator('th[aria-sort="descending"]').allInnerTexts();
  expect(sorted.map((head) => head.replace(/\W/g, ''))).toEqual(['Errors']);
  await page.getByRole('button', { name: 'Runs' }).click();
  await first.getByText('Weather', { exact: true }).waitFor();
  expect(await axe()).toEqual([]);
  await row.getByRole('link', { name: 'Weather' }).click();
  await page.getByRole('region', { name: 'Activity in the last 7 days' }).waitFor();
  const addresses = page.getByRole('region', { name: 'Addresses' });
  await addresses.getByText(`${web.url}/agents/weather/v1`).waitFor();
  expect(await axe()).toEqual([]);
  await page.goto(`${web.url}/ui/operating`);
  const work = page.getByRole('region', { name: 'Activity' });
  await work.getByRole('region', { name: 'By agent' }).getByText('weather').waitFor();
  const metrics = page.getByRole('region', { name: 'Metrics' });
  const names = await metrics.locator('code').allInnerTexts();
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(names.length);
  expect(await metrics.getByRole('row').count()).toBeGreaterThan(names.length + 1);
  const times = await page.locator('time').all();
  expect(times.length).toBeGreaterThan(1);
  for (const time of times) expect((await time.innerText()).length).toBeLessThan(14);
  await page.getByRole('button', { name: '30 days' }).click();
  await page.waitForURL(/period=month/);
  expect(await axe()).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
