import { limitsFrom } from '../core/index.ts';
import { judgeByRules } from '../environment/index.ts';
import type { SamplingOptions } from '../mcp/index.ts';
import type { AgentVersion } from './agent-versions.ts';
import type { ToolServer } from './tool-server.ts';
import { toolOffer } from './tool-offer.ts';

/** The name under which rules and switches speak of a server that asks the agent's model. */
const SAMPLING = 'sampling';

/**
 * How a server asks the agent's model, as the files are when it asks: what rules and switches say of a tool
 * `<server>_sampling` decides whether a person is asked first.
 */
export function serverSampling(
  { name }: Pick<ToolServer, 'name'>,
  current: () => AgentVersion,
  newId: () => string,
): Pick<SamplingOptions, 'sample' | 'verdict'> {
  return {
    verdict() {
      const { servers, mode, settings, permissions } = current().folder;
      const server = servers.find((one) => one.name === name);
      if (!server?.sampling) return 'deny';
      const call = { id: SAMPLING, name: `${name}_${SAMPLING}`, arguments: {} };
      const byRules = judgeByRules(permissions)(call)?.verdict;
      const offer = toolOffer(server, SAMPLING, mode, settings.toolPermission);
      if (byRules === 'deny' || offer === 'hidden') return 'deny';
      if (byRules === 'ask') return mode === 'interactive' ? 'ask' : 'deny';
      return byRules === 'allow' || offer === 'free' ? 'allow' : 'ask';
    },
    async sample({ messages, maxTokens, temperature }, signal) {
      const { model, folder } = current();
      const id = `${SAMPLING}:${newId()}`;
      return model(messages, {
        tools: [],
        task: { id, contextId: id, agent: folder.name, metadata: {} },
        limits: limitsFrom({ max_steps: 1 }),
        settings: {
          max_output_tokens: maxTokens,
          ...(temperature !== undefined && { temperature }),
        },
        seed: 0,
        key: id,
        attempt: 1,
        signal,
        emit: () => undefined,
      });
    },
  };
}
