import type { TurnItem, TurnSettings } from '#core';
import type { Layer } from './compose-environment.ts';
import { listRenamedTools, type InternalServer } from '#agents/folder';

/** Accepts former names of built-in tools, which stored conversations may contain. */
export function acceptFormerToolNames(servers: readonly InternalServer[]): Layer | undefined {
  const renamed = listRenamedTools(servers);
  if (renamed.length === 0) return undefined;
  const current = new Map(renamed.map((one) => [one.former, one.current]));
  const nameNow = (name: string): string => current.get(name) ?? name;
  const itemNow = (item: TurnItem): TurnItem =>
    item.kind === 'tool' ? { ...item, name: nameNow(item.name) } : item;
  const turnNow = (turn: TurnSettings): TurnSettings => ({
    ...turn,
    include: turn.include.map(itemNow),
    exclude: turn.exclude.map(itemNow),
  });
  const now = <T extends { readonly name: string }>(call: T): T =>
    current.has(call.name) ? { ...call, name: nameNow(call.name) } : call;
  const at = <T extends { readonly turn?: TurnSettings }>(request: T): T =>
    request.turn ? { ...request, turn: turnNow(request.turn) } : request;

  return (next) => ({
    listTools: (signal, turn) => next.listTools(signal, turn && turnNow(turn)),
    ...(next.selectContext && {
      selectContext: (request) => next.selectContext?.(at(request)) ?? { items: [] },
    }),
    async findTools(calls, signal) {
      const asked = calls.map(({ function: { name } }) => name).filter((name) => current.has(name));
      if (asked.length === 0) return [];
      const listed = await next.listTools(signal);
      return asked.flatMap((name) =>
        listed
          .filter((tool) => tool.function.name === nameNow(name))
          .map((tool) => ({ ...tool, function: { ...tool.function, name } })),
      );
    },
    judgeCall: (call, request) => next.judgeCall?.(now(call), at(request)),
    callTool: (call, context) => next.callTool(now(call), at(context)),
    probeTool: (call, context) => next.probeTool?.(now(call), at(context)) ?? 'unknown',
  });
}
