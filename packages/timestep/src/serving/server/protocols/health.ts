import type { Protocol } from '../routing/mount.ts';
import { isReadRequest } from '../routing/mount-index.ts';

/**
 * Reports at `/health` whether the runner can store tasks; if it cannot, load balancers should send
 * no requests. `/health/live` is always ok while the process responds, because a restart would not
 * repair the storage.
 */
export const healthProtocol: Protocol = ({ runner }) => ({
  mounts: [
    {
      prefix: '/health',
      isProbe: true,
      open(request) {
        if (isReadRequest(request, '/health/live')) return Response.json({ status: 'ok' });
        if (!isReadRequest(request, '/health')) return undefined;
        const trouble = runner.getStorageProblem?.();
        if (!trouble) return Response.json({ status: 'ok' });
        return Response.json({ status: 'failing', ...trouble }, { status: 503 });
      },
    },
  ],
});
