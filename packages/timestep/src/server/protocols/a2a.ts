import { createA2AHandler } from '../../a2a/index.ts';
import { prefixesOf, type Mount, type Protocol } from '../mount.ts';

const CARD = /\/\.well-known\/agent(-card)?\.json$/;

/** A2A for every agent. Anybody may read its card, to learn how to ask it. */
export const a2aProtocol: Protocol = (site) => {
  const { agents, runner, push, readJson, authenticate, onError, publicUrl, security } = site;
  const mounts = agents.flatMap((agent) =>
    prefixesOf(site, agent).map((prefix): Mount => {
      const description = {
        ...agent.description,
        ...(publicUrl !== undefined && { url: publicUrl + prefix }),
        ...(security && { security }),
      };
      const answer = createA2AHandler({
        runner,
        push,
        readJson,
        onError,
        ...(authenticate && { principalOf: authenticate }),
        agent: description,
        basePath: prefix,
      });
      return { prefix, answer, isPublic: (request) => isReading(request, CARD) };
    }),
  );
  return { mounts };
};

/** Whether a request only reads what is at such a path. */
export function isReading(request: Request, path: RegExp): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && path.test(new URL(request.url).pathname);
}
