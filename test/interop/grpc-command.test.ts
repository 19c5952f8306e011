import { SendMessageRequest, Task } from '@a2a-js/sdk';
import { ClientFactory, ClientFactoryOptions } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

const COMMAND = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');
const GUIDE = join(import.meta.dirname, '../../examples/guide');

/** The command as a process, in a folder of its own. */
function started(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  const node = ['--conditions=@timestep/source', COMMAND, 'serve', GUIDE, '--port', '0', ...args];
  const child = spawn(process.execPath, node, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill();
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true });
  });
  return child;
}

it('serves an agent over gRPC as well, to the official client', async () => {
  const child = started('--grpc-port', '0', '--json');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, grpc, agents } = JSON.parse(line) as {
    readonly url: string;
    readonly grpc: string;
    readonly agents: readonly { readonly id: string }[];
  };
  const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as {
    readonly supportedInterfaces: readonly object[];
  };
  expect(card.supportedInterfaces).toContainEqual({
    url: grpc,
    protocolBinding: 'GRPC',
    protocolVersion: '1.0',
    tenant: agents[0]?.id,
  });
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new GrpcTransportFactory()],
      preferredTransports: ['GRPC'],
    }),
  );
  const client = await factory.createFromUrl(`${url}/`);
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hello' }] };
  const task = await client.sendMessage(SendMessageRequest.fromJSON({ message }));
  expect(Task.toJSON(task as Task)).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
});

it('says that gRPC stays on this machine', async () => {
  const child = started('--grpc-port', '0', '--host', '0.0.0.0', '--api-key', 'k');
  const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
  expect(line).toContain('--grpc-port listens on localhost only');
});
