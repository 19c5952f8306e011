import { createAguiHandler } from '../../../protocols/agui/index.ts';
import type { Protocol } from '../mount.ts';

/**
 * AG-UI at `/agui` below each agent, for third-party front ends. The agent's own tools run on the
 * server, because a front end knows only the tools that it sends.
 */
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
