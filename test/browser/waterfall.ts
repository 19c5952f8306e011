import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { Agent, createClient, Environment, scriptedAgent } from '@timestep-ai/timestep';
import type { AgentFn } from '@timestep-ai/timestep/port';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');
const COLUMNS = 96;

/** Milliseconds of each part, so that the trace has visible bars. */
const THINKING_MS = 420;
const LOOKING_MS: Readonly<Record<string, number>> = {
  find_flights: 640,
  find_hotels: 380,
  book: 250,
};

/** Plans a journey with three tools, two of which are called in parallel. */
function planner(): Agent {
  const called = (...names: readonly string[]) => ({
    role: 'assistant' as const,
    content: null,
    tool_calls: names.map((name) => ({
      id: name,
      type: 'function' as const,
      function: { name, arguments: '{}' },
    })),
  });
  const script = scriptedAgent([
    called('find_flights', 'find_hotels'),
    called('book'),
    'Lisbon on Friday is booked.',
  ]);
  const model: AgentFn = async (messages, context) => {
    await pause(THINKING_MS);
    return script(messages, context);
  };
  const environment = new Environment({
    environmentId: 'travel',
    agentId: 'travel',
    enableHandoff: false,
    tools: Object.entries(LOOKING_MS).map(([name, takenMs]) => ({
      name,
      input: { type: 'object' },
      execute: () => pause(takenMs, 'done'),
    })),
  });
  return new Agent({ agentId: 'travel', name: 'travel', model, toolSite: 'server', environment });
}

async function timestep(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['--conditions=@timestep/source', MAIN, ...args], {
    env: { ...process.env, COLUMNS: String(COLUMNS) },
  });
  return stdout.trimEnd();
}

interface Listed {
  readonly tasks: readonly { readonly id: string }[];
}

/**
 * Returns the command that shows a trace, and its output for a journey that is planned in a new
 * database.
 */
export async function waterfallIn(database: string): Promise<string> {
  const serving = await planner().start({ port: 0, database });
  const client = createClient();
  await client.ask(serving.url, 'Book me a flight to Lisbon on Friday, and a hotel.');
  await client.close();
  await serving.close();
  const place = ['--database', database];
  const { tasks } = JSON.parse(await timestep('tasks', 'list', '--json', ...place)) as Listed;
  const id = tasks[0]?.id ?? '';
  const text = await timestep('tasks', 'trace', id, ...place);
  return `$ timestep tasks trace ${id.slice(0, 8)}\n${text}`;
}

/** Takes a screenshot of a text as a terminal shows it, in the scheme of the page. */
export async function takeTerminal(page: Page, text: string, path: string): Promise<void> {
  await page.setContent(`<style>
    :root { color-scheme: light dark }
    body { margin: 0 }
    pre { margin: 0; padding: 20px 24px; width: max-content; font: 14px/1.5 monospace;
      background: light-dark(#f6f8fa, #0d1117); color: light-dark(#1f2328, #e6edf3) }
  </style><pre></pre>`);
  const terminal = page.locator('pre');
  await terminal.evaluate((element, shown) => {
    element.textContent = shown;
  }, text);
  await terminal.screenshot({ path });
}
