import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { stage } from '../interop/bridge-stage.ts';
import { STATES } from '../interop/bridge-states.ts';
import { INSPECTOR } from './inspector-file.ts';
import { bridgeCommand, servedBridge } from './served-bridge.ts';

const execute = promisify(execFile);

/** What the Inspector prints for a method of a server, in a home of its own. */
async function inspected(server: readonly string[], ...method: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'inspector-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const env = { ...process.env, HOME: home };
  const asked = [INSPECTOR, '--cli', ...server, '--method', ...method];
  // It ends with a failure where a tool has failed, after it has printed the result.
  const { stdout } = await execute(process.execPath, asked, { env }).catch((thrown: unknown) => {
    if (thrown instanceof Error && 'stdout' in thrown && thrown.stdout !== '') return thrown;
    throw thrown;
  });
  return JSON.parse(String(stdout)) as {
    readonly tools?: readonly { readonly name: string }[];
    readonly structuredContent?: object;
    readonly isError?: boolean;
  };
}

const SERVERS = [
  ['over HTTP', async () => [await servedBridge()]],
  ['over standard input', async () => bridgeCommand()],
] as const;

it.each(SERVERS)('lists the tools of the bridge and calls an agent %s', async (_how, serverOf) => {
  const { tools = [] } = await inspected(await serverOf(), 'tools/list');
  expect(tools.map(({ name }) => name)).toContain('call_agent');
  const call = ['tools/call', '--tool-name', 'call_agent', '--tool-arg', 'agent=parrot'];
  const { structuredContent } = await inspected(await serverOf(), ...call, 'message=hello');
  expect(structuredContent).toMatchObject({ state: 'completed', answer: 'Echo: hello' });
});

it.each(STATES)('shows a task of a peer that is %s', async (message, shown, isError) => {
  const { mcp } = await stage();
  const waits = shown['state'] === 'working' ? ['wait_s=0'] : [];
  const call = ['tools/call', '--tool-name', 'call_agent', '--tool-arg', 'agent=peer'];
  const told = await inspected([mcp], ...call, `message=${message}`, ...waits);
  expect(told.structuredContent).toMatchObject({ agent: 'peer', ...shown });
  expect(told.isError ?? false).toBe(isError);
});
