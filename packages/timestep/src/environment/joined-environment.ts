import type { ToolEnvironment } from '../port/index.ts';

/**
 * An environment with the tools of further ones. Where two have a tool of the same name, the earlier one
 * is called. The first environment alone gives the system prompt and chooses context; its rules come first
 * for the tools of all. The model sees all tools of the others, whatever the first one chooses.
 */
export function joinedEnvironment(
  first: ToolEnvironment,
  others: readonly ToolEnvironment[],
): ToolEnvironment {
  const all = [first, ...others];
  /** Whose a tool is, as the tools were last listed. */
  let owners: ReadonlyMap<string, ToolEnvironment> = new Map();

  async function ownerOf(name: string, signal: AbortSignal): Promise<ToolEnvironment> {
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
      const owner = await ownerOf(call.name, request.signal);
      return owner === first ? undefined : owner.judgeCall?.(call, request);
    },
    async callTool(call, context) {
      return (await ownerOf(call.name, context.signal)).callTool(call, context);
    },
    async probeTool(call, context) {
      const owner = await ownerOf(call.name, context.signal);
      return owner.probeTool?.(call, context) ?? 'unknown';
    },
  };
}
