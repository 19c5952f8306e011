import { compileEnvironment } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import type { EnvironmentHandler, ListName } from './eras.ts';
import type { EnvironmentHandlerOptions } from './handler.ts';
import { createInternalErrorResponse, createShutdownResponse } from './refusal.ts';
import { wallClock } from './wall-clock.ts';

/** Creates a handler that loads the MCP code later. Throws `McpError` or `ToolError` if the definition is invalid. */
export function createLazyHandler(
  definition: EnvironmentDefinition,
  options: EnvironmentHandlerOptions = {},
): EnvironmentHandler {
  const { clock = wallClock, onError } = options;
  let current = definition;
  let isClosed = false;
  let loaded: EnvironmentHandler | undefined;
  compileEnvironment(current, clock);
  let loading: Promise<EnvironmentHandler> | undefined = loadAndCreateHandler();
  loading.catch(() => undefined);

  async function loadAndCreateHandler(): Promise<EnvironmentHandler> {
    const { createEnvironmentHandler } = await import('./handler.ts');
    loaded = createEnvironmentHandler(current, options);
    return loaded;
  }

  async function loadAndAnswer(answer: (handler: EnvironmentHandler) => Promise<Response>) {
    if (loaded) return answer(loaded);
    if (isClosed) return createShutdownResponse();
    try {
      loading ??= loadAndCreateHandler();
      return await answer(await loading);
    } catch (thrown) {
      // The next request loads the handler again, because the definition may have been replaced.
      loading = undefined;
      onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
      return createInternalErrorResponse();
    }
  }

  const handle = (request: Request) => loadAndAnswer((handler) => handler(request));
  return Object.assign(handle, {
    answer: (request: Request, principal: string) =>
      loadAndAnswer((handler) => handler.answer(request, principal)),
    openSessions: () => loaded?.openSessions() ?? 0,
    update(next: EnvironmentDefinition) {
      compileEnvironment(next, clock);
      current = next;
      loaded?.update(next);
    },
    notifyListChanged: (list: ListName) => loaded?.notifyListChanged(list),
    notifyResourceChanged: (uri: string) => loaded?.notifyResourceChanged(uri),
    async close(graceMs?: number) {
      isClosed = true;
      const handler = loaded ?? (await loading?.catch(() => undefined));
      await handler?.close(graceMs);
    },
  });
}
