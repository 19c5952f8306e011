import { createRequire } from 'node:module';
import { freePort, startProgram } from './child-server.ts';
import { writeAddress } from './restate-address.ts';
import type { StartServer } from './server.ts';

/** Starts Restate's server with its defaults (every commit synced), for this run only. */
export const startRestateServer: StartServer = async (folder) => {
  const [ingress, admin, fabric, servicePort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const adminUrl = `http://127.0.0.1:${admin}`;
  const { pid, stop } = await startProgram(
    findBinary(),
    ['--no-logo', '--base-dir', folder],
    {
      cwd: folder,
      env: {
        ...process.env,
        RESTATE_LISTEN_MODE: 'tcp',
        RESTATE_BIND_IP: '127.0.0.1',
        RESTATE_BIND_PORT: String(fabric),
        RESTATE_INGRESS__BIND_PORT: String(ingress),
        RESTATE_ADMIN__BIND_PORT: String(admin),
        RESTATE_DISABLE_TELEMETRY: 'true',
        RESTATE_LOG_FILTER: 'error',
      },
    },
    () =>
      fetch(`${adminUrl}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
  );
  const address = { ingress: `http://127.0.0.1:${ingress}`, admin: adminUrl, servicePort };
  return { address: writeAddress(address), pid, stop };
};

function findBinary(): string {
  const { resolve } = createRequire(import.meta.url);
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`;
  try {
    return resolve(`${name}/bin/restate-server`);
  } catch {
    throw new Error(`${name} is not installed`);
  }
}
