import { createA2AHandler } from '../../a2a/index.ts';
import { prefixesOf, type Mount, type Protocol } from '../mount.ts';

/**
 * A2A for every agent. The card of an agent is public, because callers learn from it how to ask the
 * agent.
 */
export const a2aProtocol: Protocol = (site) => {
  const { agents, runner, push, readJson, onError, publicUrl, security } = site;
  const mounts = agents.list().flatMap((agent) =>
    prefixesOf(site, agent).map((prefix): Mount => {
      const description = {
        ...agent.description,
        ...(publicUrl !== undefined && { url: publicUrl + prefix }),
        ...(security && { security }),
      };
      const handler = createA2AHandler({
        runner,
        push,
        readJson,
        onError,
        agent: description,
        basePath: prefix,
      });
      return {
        prefix,
        open: handler.card,
        answer: (request, { principal }) => handler.answer(request, principal),
      };
    }),
  );
  return { mounts };
};
