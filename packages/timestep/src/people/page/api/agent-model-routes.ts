import { omitUndefined, requireText, TimestepError } from '#core';
import type { AgentModels } from '#engine/port';
import type { Servable } from '#serving/server';
import type {
  AgentModelsList,
  ConversationModelList,
  OwnModelList,
  ProviderCheck,
} from '#people/view';
import { refuseOnError, requireValid, type ApiCall, type ApiRoutes } from './api-route.ts';
import { loadPart, requireAgent } from './agent-routes.ts';

export const AGENT_MODEL_ROUTES: ApiRoutes = {
  'GET /models': listOwnModels,
  'GET /agents/:agent/models': (call) => refuseOnError(() => listModels(call)),
  'GET /agents/:agent/models/names': (call) => refuseOnError(() => listModelNames(call)),
  'POST /agents/:agent/models/check': (call) => refuseOnError(() => checkRequestedProvider(call)),
};

async function findModelsOfRequestedAgent(call: ApiCall): Promise<AgentModels | undefined> {
  return (await loadPart(requireAgent(call).choices))?.models;
}

async function listOwnModels({ context }: ApiCall): Promise<OwnModelList> {
  const agents = await Promise.all(context.site.agents.list().map(readOwnModel));
  return { agents: agents.flat() };
}

async function readOwnModel({ agentId, choices }: Servable): Promise<OwnModelList['agents']> {
  try {
    const model = (await loadPart(choices))?.models?.getOwnModel();
    return model === undefined ? [] : [{ agentId, model }];
  } catch {
    // Other views of an agent that cannot be loaded say why.
    return [];
  }
}

async function listModels(call: ApiCall): Promise<AgentModelsList> {
  const models = await findModelsOfRequestedAgent(call);
  return omitUndefined({ own: models?.getOwnModel(), providers: models?.providers() ?? [] });
}

/** Asks the providers of an agent for their models, as a chat does. */
async function listModelNames(call: ApiCall): Promise<ConversationModelList> {
  const models = await findModelsOfRequestedAgent(call);
  return { models: (await models?.list(undefined)) ?? [] };
}

/** Checks the API key of a provider by listing its models, which is free but needs the key. */
async function checkRequestedProvider(call: ApiCall): Promise<ProviderCheck> {
  const models = await findModelsOfRequestedAgent(call);
  const expected = '{"provider":NAME} with the name of a listed provider';
  const provider = requireText(await call.readFields(expected), 'provider');
  const isListed = models?.providers().some(({ name }) => name === provider);
  const known = requireValid(isListed ? models : undefined, expected);
  try {
    const names = await known.list(provider);
    return { provider, works: true, models: names.length };
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return { provider, works: false, why: thrown.message };
  }
}
