import { prefixesOf, type Mount, type Protocol } from '../mount.ts';

/** The environment of every agent that has one, as an MCP server at `/mcp` below the agent. */
export const mcpProtocol: Protocol = async (site) => {
  const { agents, runner, allowedHosts, allowedOrigins, readJson, onError } = site;
  if (agents.list().every(({ environment }) => environment === undefined)) return { mounts: [] };
  // With the same key, a call that began in another process, or before a restart, continues here.
  const stateKey = await runner.stateKey();
  const served = agents.list().flatMap((agent) => {
    const handler = agent.environment?.createHandler({
      stateKey,
      allowedHosts,
      readJson,
      onError,
      ...(allowedOrigins && { allowedOrigins }),
    });
    return handler ? [{ agent, handler }] : [];
  });
  const mounts = served.flatMap(({ agent, handler }) =>
    prefixesOf(site, agent).map((base): Mount => {
      const prefix = `${base}/mcp`;
      const isHere = (request: Request) => new URL(request.url).pathname === prefix;
      return {
        prefix,
        answer: (request, { principal }) =>
          isHere(request) ? handler.answer(request, principal) : undefined,
      };
    }),
  );
  return {
    mounts,
    async close(graceMs) {
      await Promise.all(served.map(({ handler }) => handler.close(graceMs)));
    },
  };
};
