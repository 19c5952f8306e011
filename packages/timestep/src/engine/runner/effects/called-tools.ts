// Fast code: an available environment or tool list is not awaited; see `call-model.ts`.
import { andThen, type ToolCall, type ToolSchema } from '#core';
import type { Interrupter } from '../interrupter.ts';
import type { TurnEnvironment } from './turn-environment.ts';

/** Lists the environment's tools, and finds tools that calls name though they are not listed. */
export function listToolsIncludingCalled(
  calls: readonly ToolCall[],
  surroundings: Pick<TurnEnvironment, 'environment' | 'tools'>,
  interrupter: Interrupter,
): ReturnType<TurnEnvironment['tools']> {
  return andThen(surroundings.tools(), (listed) => {
    const strange = calls.filter((call) => !listed.some((tool) => matchesToolName(call, tool)));
    if (strange.length === 0) return listed;
    return andThen(surroundings.environment(), (toolEnvironment) => {
      const finding = toolEnvironment.findTools?.(strange, interrupter.signal) ?? [];
      return andThen(interrupter.race(finding), (found) => [...listed, ...found]);
    });
  });
}

function matchesToolName(call: ToolCall, tool: ToolSchema): boolean {
  return tool.function.name === call.function.name;
}
