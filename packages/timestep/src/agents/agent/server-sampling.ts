import { omitUndefined, resolveLimits } from '#core';
import { createRuleJudge } from '#engine/tools';
import type { SamplingOptions } from '#protocols/mcp';
import type { AgentVersion } from './agent-versions.ts';
import { type ToolServer, determineToolOffer } from '#agents/folder';

const SAMPLING = 'sampling';

/**
 * Handles MCP sampling requests. Permission rules name sampling as the tool `<server>_sampling`.
 */
export function createServerSampling(
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
      const byRules = createRuleJudge(permissions)(call)?.verdict;
      const offer = determineToolOffer(server, SAMPLING, mode, settings.toolPermission);
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
        limits: resolveLimits({ max_steps: 1 }),
        settings: { max_output_tokens: maxTokens, ...omitUndefined({ temperature }) },
        seed: 0,
        key: id,
        attempt: 1,
        signal,
        emit: () => undefined,
      });
    },
  };
}
