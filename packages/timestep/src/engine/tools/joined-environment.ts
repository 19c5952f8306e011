import type { ToolEnvironment } from '#engine/port';

/**
 * Joins the tools of several environments; of two tools with the same name, the earlier is called.
 * Only the first environment provides the prompt, selects context, and has rules for all tools.
 */
export function joinEnvironments(
  first: ToolEnvironment,
  others: readonly ToolEnvironment[],
): ToolEnvironment {
  const all = [first, ...others];
  /** The environment of each tool, by tool name, from the newest list of tools. */
  let owners: ReadonlyMap<string, ToolEnvironment> = new Map();

  async function getToolEnvironmentOrFirst(
    name: string,
    signal: AbortSignal,
  ): Promise<ToolEnvironment> {
    if (!owners.has(name)) await listTools(signal);
    return owners.get(name) ?? first;
  }

  const listTools: ToolEnvironment['listTools'] = async (signal, turn) => {
    const lists = await Promise.all(
      all.map(async (environment) => {
        const tools = await environment.listTools(signal, turn);
        return tools.map((tool) => ({ tool, environment }));
      }),
    );
    const byName = new Map<string, (typeof lists)[number][number]>();
    for (const found of lists.flat()) {
      const { name } = found.tool.function;
      if (!byName.has(name)) byName.set(name, found);
    }
    owners = new Map([...byName].map(([name, { environment }]) => [name, environment]));
    return [...byName.values()].map(({ tool }) => tool);
  };

  return {
    listTools,
    async systemPrompt(agent, signal, turn) {
      return first.systemPrompt?.(agent, signal, turn);
    },
    ...(first.selectContext && {
      async selectContext(request) {
        const selection = (await first.selectContext?.(request)) ?? { items: [] };
        if (!selection.tools) return selection;
        await listTools(request.signal, request.turn);
        const further = [...owners].flatMap(([name, owner]) => (owner === first ? [] : [name]));
        return { ...selection, tools: [...selection.tools, ...further] };
      },
    }),
    async judgeCall(call, request) {
      const judgement = await first.judgeCall?.(call, request);
      if (judgement) return judgement;
      const owner = await getToolEnvironmentOrFirst(call.name, request.signal);
      return owner === first ? undefined : owner.judgeCall?.(call, request);
    },
    async callTool(call, context) {
      return (await getToolEnvironmentOrFirst(call.name, context.signal)).callTool(call, context);
    },
    async probeTool(call, context) {
      const owner = await getToolEnvironmentOrFirst(call.name, context.signal);
      return owner.probeTool?.(call, context) ?? 'unknown';
    },
  };
}
