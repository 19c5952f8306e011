import { createAguiHandler } from '#protocols/agui';
import type { Protocol } from '../routing/mount.ts';

/** AG-UI at `/agui` below each agent. Tools run on the server: a front end does not know them. */
export const aguiProtocol: Protocol = ({ readJson, onError }) => ({
  mounts: [],
  mountAgent({ agentId: agent }) {
    const handle = createAguiHandler({ agent, toolSite: 'server', readJson, onError });
    return {
      at(base) {
        const prefix = `${base}/agui`;
        return [
          {
            prefix,
            answer: (request, { tasks }) =>
              new URL(request.url).pathname === prefix ? handle(request, tasks) : undefined,
          },
        ];
      },
    };
  },
});
