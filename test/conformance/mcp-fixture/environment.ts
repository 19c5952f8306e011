import type { EnvironmentDefinition, EnvironmentHandler, McpTool } from '@timestep-ai/timestep/mcp';
import { askingTools } from './asking-tools.ts';
import { contentTools } from './content-tools.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { roundsTools } from './rounds-tools.ts';
import { taskTools } from './task-tools.ts';

/** The environment that the suite expects to find: it tests what serves it, not what is in it. */
export function fixtureEnvironment(
  changed: EnvironmentHandler['notifyListChanged'],
): EnvironmentDefinition {
  const changing = (list: 'tools' | 'prompts', name: string): McpTool => ({
    name,
    description: `Says that the list of ${list} has changed`,
    execute() {
      changed(list);
      return 'ok';
    },
  });
  return {
    name: 'conformance-fixture',
    version: '1.0.0',
    tools: [
      ...contentTools,
      ...askingTools,
      ...roundsTools,
      ...taskTools,
      changing('tools', 'test_trigger_tool_change'),
      changing('prompts', 'test_trigger_prompt_change'),
    ],
    prompts,
    resources,
  };
}
