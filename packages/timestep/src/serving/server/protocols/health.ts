import type { Protocol } from '../routing/mount.ts';
import { isReadRequest } from '../routing/mount-index.ts';

/**
 * Reports at `/health` whether the runner can store tasks; if not, load balancers should send no
 * requests. `/health/live` is ok while the process answers, because a restart does not bring storage back.
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
