import { expect, it } from 'vitest';
import type { ConnectedEnvironment } from '#protocols/mcp';
import { functionEnvironment } from '#engine/tools';
import { createManagedConnection } from './managed-connection.ts';

function connections() {
  const seen = { opened: 0, closed: 0 };
  const connect = async (): Promise<ConnectedEnvironment> => {
    seen.opened += 1;
    const environment = functionEnvironment({});
    return {
      ...environment,
      listTools: async () => [],
      malformedTools: () => [],
      close: async () => void (seen.closed += 1),
    } as unknown as ConnectedEnvironment;
  };
  return { seen, kept: createManagedConnection(connect) };
}

it('ends a retired connection when it is idle, and opens it again where a task still needs it', async () => {
  const { seen, kept } = connections();
  await kept.use(async () => undefined);
  const { promise, resolve } = Promise.withResolvers<void>();
  const using = kept.use(() => promise);
  kept.closeAfterIdle(0);
  expect(seen).toEqual({ opened: 1, closed: 0 });
  resolve();
  await using;
  await expect.poll(() => seen).toEqual({ opened: 1, closed: 1 });
  await kept.use(async () => undefined);
  await expect.poll(() => seen).toEqual({ opened: 2, closed: 2 });
});

it('keeps a connection that is wanted again', async () => {
  const { seen, kept } = connections();
  await kept.use(async () => undefined);
  kept.closeAfterIdle(60_000);
  kept.closeAfterIdle(undefined);
  await kept.use(async () => undefined);
  expect(seen).toEqual({ opened: 1, closed: 0 });
  await kept.close();
  expect(seen).toEqual({ opened: 1, closed: 1 });
});

it('renews a connection: one that is idle ends first, one that is used after its last use', async () => {
  const { seen, kept } = connections();
  await kept.use(async () => undefined);
  await kept.renew();
  expect(seen).toEqual({ opened: 1, closed: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const using = kept.use(() => promise);
  await kept.renew();
  await kept.use(async () => undefined);
  expect(seen).toEqual({ opened: 3, closed: 1 });
  resolve();
  await using;
  expect(seen).toEqual({ opened: 3, closed: 2 });
  await kept.close();
  expect(seen).toEqual({ opened: 3, closed: 3 });
});

it('ends with everything that is still used, also what was renewed', async () => {
  const { seen, kept } = connections();
  const { promise, resolve } = Promise.withResolvers<void>();
  const using = kept.use(() => promise);
  await kept.renew();
  await kept.use(async () => undefined);
  await kept.close();
  expect(seen).toEqual({ opened: 2, closed: 2 });
  resolve();
  await using;
  expect(seen).toEqual({ opened: 2, closed: 2 });
});
