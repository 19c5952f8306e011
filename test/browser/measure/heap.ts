import type { Browser, CDPSession, Page } from 'playwright-core';
import { heldBytes } from './held-bytes.ts';
import { PAGE_TOKEN, startPageServer, type PageServer } from './page-server.ts';

/** How long a page stays open according to its clock, and how much it shows. */
export interface HeapParameters {
  readonly rounds: number;
  /** Number of tasks finished in each round. */
  readonly tasks: number;
  readonly onProgress?: (text: string) => void;
}

/** Memory of the page after a round and a garbage collection. */
export interface HeapRound {
  readonly round: number;
  readonly tasks: number;
  /** Kilobytes of script data: objects and texts. */
  readonly scriptsKb: number;
  /** Kilobytes of the browser itself, which stores network and performance records. */
  readonly browserKb: number;
  /** Kilobytes of compiled code, which grows while functions become hot. */
  readonly codeKb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const EVENTS = 400;
/** The clock of the page is moved forward, so that all rounds together are a day. */
const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 10;
/** The first rounds load code, and fill caches that live for some minutes. */
const WARM = 2;

/** Keeps one page open while tasks arrive, visits its views, and opens a long log in each round. */
export async function measureHeap(
  browser: Browser,
  { rounds, tasks, onProgress = () => undefined }: HeapParameters,
): Promise<readonly HeapRound[]> {
  const server = await startPageServer();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.clock.install();
    const session = await context.newCDPSession(page);
    await page.goto(`${server.url}/ui/tasks#token=${PAGE_TOKEN}`);
    const seen: HeapRound[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await playRound(server, page, { round, tasks });
      await page.clock.fastForward(DAY_MS / rounds);
      const one = { round, tasks: round * tasks, ...(await held(session)) };
      seen.push(one);
      onProgress(`round ${round}: ${one.scriptsKb} kB held by scripts`);
    }
    return seen;
  } finally {
    await context.close();
    await server.close();
  }
}

/**
 * Returns the values that grew although they must not; a twentieth is allowed for garbage that is
 * collected later.
 */
export function breachesIn(rounds: readonly HeapRound[]): string[] {
  const first = rounds[Math.min(WARM, rounds.length) - 1];
  if (!first) return ['no round was played'];
  // One reading may contain garbage that the browser has not collected yet.
  const latest = rounds.slice(-2);
  const scriptsKb = Math.min(...latest.map((round) => round.scriptsKb));
  const nodes = Math.min(...latest.map((round) => round.nodes));
  const most = { scriptsKb: first.scriptsKb * 1.05, nodes: first.nodes + 100 };
  return [
    ...(scriptsKb > most.scriptsKb
      ? [`what scripts hold grew from ${first.scriptsKb} kB to ${scriptsKb} kB`]
      : []),
    ...(nodes > most.nodes ? [`elements grew from ${first.nodes} to ${nodes}`] : []),
  ];
}

async function playRound(
  server: PageServer,
  page: Page,
  { round, tasks }: { readonly round: number; readonly tasks: number },
): Promise<void> {
  for (let first = 1; first < tasks; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, tasks - first);
    await Promise.all(
      Array.from({ length: count }, (_, index) => server.ask(`Order ${round}-${first + index}`)),
    );
  }
  const id = await server.work({ events: EVENTS, quick: EVENTS, perSecond: 1 });
  await page.locator(`a[href$="/tasks/${id}"]`).click();
  for (const tab of ['Timeline', 'Events', 'Conversation']) {
    await page.getByRole('tab', { name: tab }).click();
  }
  await page.locator('main').getByText('completed').first().waitFor();
  for (const section of ['Inbox', 'Evals', 'Operations', 'Tasks']) {
    await page.getByRole('link', { name: section, exact: true }).click();
    await page.getByRole('heading', { name: section }).first().waitFor();
  }
}

async function held(session: CDPSession): Promise<Omit<HeapRound, 'round' | 'tasks'>> {
  const { code, browser, scripts } = await heldBytes(session);
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return {
    scriptsKb: Math.round(scripts / 1024),
    browserKb: Math.round(browser / 1024),
    codeKb: Math.round(code / 1024),
    nodes,
    listeners: jsEventListeners,
  };
}
