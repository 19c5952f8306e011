import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { openSqlite, serve, type ServeOptions } from '@timestep-ai/timestep';
import { toArray } from '@timestep-ai/timestep/core';
import {
  createPageProtocol,
  loadShippedPage,
  type AgentFolders,
  type EvalSources,
} from '@timestep-ai/timestep/page';
import { browserBinary } from './browser-binary.ts';

const TOKEN = 'token-of-the-test';

/** Options for opening a view. */
interface ViewOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  /** False: opens the page without the token, as a stranger. */
  readonly isSignedIn?: boolean;
}

/** A view in the browser, with its errors and its requests to other hosts. */
export interface View {
  readonly page: Page;
  /** Errors and warnings of the console, script errors, violations of the policy. */
  readonly complaints: readonly string[];
  /** Requested addresses that are not the server's. */
  readonly outside: readonly string[];
  /** Violated accessibility rules, with the elements, in light and in dark. */
  readonly axe: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** A server of agents with the page, and a browser for it. */
export interface Web {
  readonly url: string;
  /** Opens an address below `/ui`, such as `/tasks`. */
  open(path: string, options?: ViewOptions): Promise<View>;
  /** Calls an agent over A2A like any client; resolves to the id of its task. */
  ask(agentId: string, text: string): Promise<string>;
  /** Sends a message in a conversation, as a terminal with the same database would. */
  say(agentId: string, contextId: string, text: string): Promise<void>;
  /** Returns the complete log of a conversation, as JSON. */
  logOf(contextId: string): Promise<string>;
  /** Counts the ended turns of a conversation, up to 100. */
  countEnded(contextId: string): Promise<number>;
  close(): Promise<void>;
}

/** Folders of evaluation runs and suites for the page, if given. */
export async function openWeb(
  agents: ServeOptions['agents'],
  runs?: string,
  evals?: EvalSources,
  agentFolders?: AgentFolders,
): Promise<Web> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-web-'));
  const path = join(folder, 'tasks.db');
  const serving = await serve({
    agents,
    port: 0,
    backend: (needs) => openSqlite({ ...needs, path }),
    protocols: [
      'a2a',
      'responses',
      createPageProtocol({
        access: { kind: 'token', token: TOKEN },
        files: loadShippedPage,
        runs,
        evals,
        agentFolders,
      }),
    ],
  });
  const browser = await launchChromium();
  const { url } = serving;
  return {
    url,
    open: (address, options) => openView(browser, `${url}/ui${address}`, options),
    async ask(agentId, text) {
      const { taskId } = await sendMessage(`${url}/agents/${agentId}`, text);
      return taskId;
    },
    async say(agent, contextId, text) {
      const message = { role: 'user', content: text } as const;
      const messageId = crypto.randomUUID();
      const sent = { agent, principal: '', contextId, messageId, message };
      await serving.runner.submit({ ...sent, entry: 'terminal' });
    },
    async logOf(contextId) {
      const { tasks } = await serving.runner.list({ principal: '', contextId, pageSize: 50 });
      return JSON.stringify(tasks.map(({ entries }) => toArray(entries)));
    },
    async countEnded(contextId) {
      const { tasks } = await serving.runner.list({ principal: '', contextId, pageSize: 100 });
      return tasks.filter(({ end }) => end).length;
    },
    async close() {
      await browser.close();
      await serving.close(0);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts the Chromium of this machine. */
export async function launchChromium(): Promise<Browser> {
  const binary = browserBinary();
  if (binary === undefined) throw new Error('there is no Chromium on this machine');
  const folders = binary.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  const executablePath = folders
    .map((place) => join(place, binary))
    .find((path) => existsSync(path));
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
}

async function openView(
  browser: Browser,
  address: string,
  { scheme = 'light', width = 1280, isSignedIn = true }: ViewOptions = {},
): Promise<View> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height: 800 },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const outside: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(address).origin) outside.push(request.url());
  });
  await page.goto(isSignedIn ? `${address}#token=${TOKEN}` : address);
  return {
    page,
    complaints,
    outside,
    axe: () => brokenInBoth(page, scheme),
    close: () => context.close(),
  };
}

async function brokenInBoth(page: Page, scheme: 'light' | 'dark'): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    broken.push(...(await brokenRules(page)).map((rule) => `${colorScheme}: ${rule}`));
  }
  await page.emulateMedia({ colorScheme: scheme });
  return broken;
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** Returns violated accessibility rules, with the elements that violate them. */
export async function brokenRules(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) {
    const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    // The policy of the page blocks inserted scripts; the browser's own console does not.
    await page.evaluate(await readFile(file, 'utf8'));
  }
  // Every rule is applied; only violations are described.
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ resultTypes: ['violations'] })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Sends a message over A2A, like any client, and does not wait for the answer. */
export async function sendMessage(
  address: string,
  text: string,
): Promise<{ readonly taskId: string }> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: {
        message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
        configuration: { returnImmediately: true },
      },
    }),
  });
  const { result, error } = (await response.json()) as {
    readonly result?: { readonly task: { readonly id: string } };
    readonly error?: { readonly message: string };
  };
  if (!result) throw new Error(error?.message ?? 'no task');
  return { taskId: result.task.id };
}
