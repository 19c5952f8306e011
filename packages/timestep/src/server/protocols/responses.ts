import type { Mount, Protocol } from '../mount.ts';

/**
 * OpenAI Responses at `/v1` for all agents: `model` names the agent. The room is loaded with the
 * first server.
 */
export const responsesProtocol: Protocol = async (site) => {
  const { createResponsesHandler } = await import('../../responses/index.ts');
  const { runner, unstoredRunner, responses, readJson, onError } = site;
  const agents = site.agents.list().map(({ agentId, environment }) => ({
    name: agentId,
    ...(environment && { serverLabel: environment.environmentId }),
  }));
  const handler = createResponsesHandler({
    runner,
    unstoredRunner,
    store: responses,
    agents,
    toolSite: 'server',
    readJson,
    onError,
  });
  const mount: Mount = {
    prefix: '/v1',
    answer: (request, { principal }) => handler.answer(request, principal),
  };
  return { mounts: [mount], close: () => handler.close() };
};
