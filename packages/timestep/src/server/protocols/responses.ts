import { createResponsesHandler } from '../../responses/index.ts';
import type { Protocol } from '../mount.ts';

/** OpenAI Responses at `/v1` for all agents: `model` names the agent. */
export const responsesProtocol: Protocol = (site) => {
  const { runner, unstoredRunner, responses, readJson, authenticate, onError } = site;
  const agents = site.agents.map(({ agentId, environment }) => ({
    name: agentId,
    ...(environment && { serverLabel: environment.environmentId }),
  }));
  const answer = createResponsesHandler({
    runner,
    unstoredRunner,
    store: responses,
    agents,
    toolSite: 'server',
    readJson,
    onError,
    ...(authenticate && { principalOf: authenticate }),
  });
  return { mounts: [{ prefix: '/v1', answer }], close: () => answer.close() };
};
