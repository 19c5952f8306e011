import type { Protocol } from '../mount.ts';
import { isReading } from './a2a.ts';

/** Whether the server can do what it is for: a process that can keep no tasks takes none. */
export const healthProtocol: Protocol = ({ runner }) => ({
  mounts: [
    {
      prefix: '/health',
      isPublic: (request) => isReading(request, /^\/health$/),
      answer(request) {
        if (new URL(request.url).pathname !== '/health') return undefined;
        const trouble = runner.trouble?.();
        if (!trouble) return Response.json({ status: 'ok' });
        return Response.json({ status: 'failing', ...trouble }, { status: 503 });
      },
    },
  ],
});
