import { createAguiHandler } from '#protocols/agui';
import type { Protocol } from '../routing/mount.ts';
import { mountAtPath } from '../routing/mount-index.ts';

/**
 * AG-UI at `/agui` below each agent. Tools run on the server, because front ends do not know them.
 */
export const aguiProtocol: Protocol = ({ readJson, onError }) => ({
  mounts: [],
  mountAgent({ agentId: agent }) {
    const handle = createAguiHandler({ agent, toolSite: 'server', readJson, onError });
    return mountAtPath('/agui', (request, { tasks }) => handle(request, tasks));
  },
});
