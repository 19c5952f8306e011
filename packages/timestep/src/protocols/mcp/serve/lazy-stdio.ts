import { compileEnvironment } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import type { StdioOptions, StdioServing } from './stdio.ts';
import { wallClock } from './wall-clock.ts';

/** Serves over standard output, to which nothing else may write. Throws `McpError` or `ToolError`. */
export function serveLazilyOverStdio(
  definition: EnvironmentDefinition,
  options: StdioOptions = {},
): StdioServing {
  let current = definition;
  compileEnvironment(current, wallClock);
  const serving = import('./stdio.ts').then(({ serveEnvironmentStdio }) =>
    serveEnvironmentStdio(current, options),
  );
  return {
    closed: serving.then(({ closed }) => closed),
    update(next) {
      compileEnvironment(next, wallClock);
      current = next;
      void serving.then((served) => served.update(current));
    },
    notifyResourceChanged(uri) {
      void serving.then((served) => served.notifyResourceChanged(uri));
    },
    close: async () => (await serving).close(),
  };
}
