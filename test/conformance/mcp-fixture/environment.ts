import type {
  EnvironmentDefinition,
  EnvironmentHandler,
  ToolDefinition,
} from '@timestep-ai/timestep/mcp';
import { askingTools } from './asking-tools.ts';
import { contentTools } from './content-tools.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { roundsTools } from './rounds-tools.ts';
import { taskTools } from './task-tools.ts';

/** The environment that the suite expects; the suite tests its server, not its contents. */
export function fixtureEnvironment(changed: EnvironmentHandler['changed']): EnvironmentDefinition {
  const changing = (list: 'tools' | 'prompts', name: string): ToolDefinition => ({
    name,
    description: `Says that the list of ${list} has changed`,
    run() {
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
