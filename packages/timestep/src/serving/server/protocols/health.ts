import type { Protocol } from '../routing/mount.ts';
import { isReadRequest } from '../routing/mount-index.ts';

/** Reports whether the runner can store tasks. If not, load balancers should send no requests. */
export const healthProtocol: Protocol = ({ runner }) => ({
  mounts: [
    {
      prefix: '/health',
      isProbe: true,
      open(request) {
        if (!isReadRequest(request, '/health')) return undefined;
        const trouble = runner.getStorageProblem?.();
        if (!trouble) return Response.json({ status: 'ok' });
        return Response.json({ status: 'failing', ...trouble }, { status: 503 });
      },
    },
  ],
});
