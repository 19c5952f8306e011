import type { Protocol } from '../mount.ts';

/** Whether the server can do what it is for: a process that cannot keep tasks takes none. */
export const healthProtocol: Protocol = ({ runner }) => ({
  mounts: [
    {
      prefix: '/health',
      open({ method, url }) {
        const isRead = method === 'GET' || method === 'HEAD';
        if (!isRead || new URL(url).pathname !== '/health') return undefined;
        const trouble = runner.trouble?.();
        if (!trouble) return Response.json({ status: 'ok' });
        return Response.json({ status: 'failing', ...trouble }, { status: 503 });
      },
    },
  ],
});
