import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openIncident } from '../../examples/incident/stage.ts';
import { stockAgent } from './stock-agent.ts';
import { moodyAgent, shopAgent, weatherAgent } from './scripted-agents.ts';
import { launchChromium, openWeb, type Web } from './web.ts';

const SIZE = { width: 1440, height: 860 };
const PHONE = { width: 390, height: 844 };
const SCHEMES = ['light', 'dark'] as const;
/** Milliseconds after which everything that a view loads and draws has settled. */
const SETTLED_MS = 800;

/** A view of the page: its address below `/ui`, and a text that shows that it has its data. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly shows: string;
}

const SCREENS: readonly Screen[] = [
  { name: 'runs', path: '/tasks', shows: 'How many pears are left?' },
  { name: 'inbox', path: '/inbox', shows: 'Order 40 crates of pears' },
  { name: 'agents', path: '/agents', shows: 'Stock desk' },
  { name: 'operating', path: '/operating', shows: 'acme/stock-1' },
];

/**
 * Takes twelve pictures of the page, six views in both schemes, and one as wide as a phone. Yields
 * their paths.
 */
export async function* takeScreens(folder: string): AsyncGenerator<string> {
  mkdirSync(folder, { recursive: true });
  yield* takeRun(folder);
  const web = await openWeb([stockAgent(), weatherAgent(), shopAgent([]), moodyAgent(1)]);
  try {
    const conversation = await tellStories(web);
    const all = [...SCREENS, { name: 'conversation', path: conversation, shows: 'Crates left' }];
    for (const screen of all)
      for (const scheme of SCHEMES)
        yield await takeScreen(web, screen, join(folder, `${screen.name}-${scheme}.png`), scheme);
  } finally {
    await web.close();
  }
}

/** The run of several agents, during which a person approved a call and a server was killed. */
async function* takeRun(folder: string): AsyncGenerator<string> {
  const { getAddress, close } = await openIncident();
  const browser = await launchChromium();
  try {
    const views = [
      ...SCHEMES.map((colorScheme) => ({
        colorScheme,
        viewport: SIZE,
        name: `run-${colorScheme}`,
      })),
      { colorScheme: 'light' as const, viewport: PHONE, name: 'run-phone' },
    ];
    for (const { name, ...options } of views) {
      const page = await browser.newPage(options);
      await page.goto(getAddress(), { timeout: 240_000 });
      await page.getByText('graphs_errors').first().waitFor();
      yield await takePicture(page, join(folder, `${name}.png`));
      await page.close();
    }
  } finally {
    await browser.close();
    await close();
  }
}

/** Gives each agent work, and one a conversation. Resolves to the address of the conversation. */
async function tellStories(web: Web): Promise<string> {
  const context = crypto.randomUUID();
  await web.say('stock', context, 'How many pears are left, and what should we order?');
  for (const question of ['How many pears are left?', 'And apples?', 'What do figs cost?'])
    await web.ask('stock', question);
  await web.ask('weather', 'Is it cold in Oakland?');
  await web.ask('shop', 'Order 40 crates of pears');
  await web.ask('shop', 'Order 12 crates of figs');
  await web.ask('moody', 'Are you well?').catch(() => undefined);
  return `/chat/${context}?agent=stock`;
}

async function takeScreen(
  web: Web,
  { path, shows }: Screen,
  picture: string,
  scheme: (typeof SCHEMES)[number],
): Promise<string> {
  const { page, close } = await web.open(path, { scheme, width: SIZE.width });
  await page.setViewportSize(SIZE);
  await page.getByText(shows).first().waitFor();
  await takePicture(page, picture);
  await close();
  return picture;
}

async function takePicture(page: Page, path: string): Promise<string> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path });
  return path;
}
