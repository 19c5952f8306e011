import { listen } from '@timestep-ai/timestep/http';
import {
  createEnvironmentHandler,
  createRunnerCallTasks,
  createToolCallAgent,
  type EnvironmentDefinition,
} from '@timestep-ai/timestep/mcp';
import { openMemory } from '@timestep-ai/timestep/runner';
import { fixtureEnvironment } from './environment.ts';

const CALLER = 'fixture.calls';

/** Serves the environment that the suite expects over HTTP, with its calls as tasks in memory. */
export async function serveFixture(
  change: (definition: EnvironmentDefinition) => EnvironmentDefinition = (definition) => definition,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const definition = change(fixtureEnvironment((list) => handler.notifyListChanged(list)));
  const backend = openMemory({ agents: [createToolCallAgent(CALLER, () => definition)] });
  const callTasks = createRunnerCallTasks({ runner: backend.runner, agent: CALLER });
  const handler = createEnvironmentHandler(definition, { callTasks });
  const listening = await listen(handler, { port: 0 });
  return {
    url: `${listening.url}/mcp`,
    close: async () => {
      await handler.close();
      await listening.close(0);
      await backend.close(0);
    },
  };
}
