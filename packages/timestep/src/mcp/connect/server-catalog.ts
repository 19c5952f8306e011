import type { Client, Prompt } from '@modelcontextprotocol/client';
import { hasResources } from './resource-tools.ts';
import { listTools, type ToolList } from './tool-list.ts';

/** The lists of a server. Each is cached until the server reports a change of it. */
export interface ServerCatalog {
  tools(): Promise<ToolList>;
  prompts(): Promise<readonly Prompt[]>;
  hasResources(): Promise<boolean>;
}

/** `timeoutMs` limits the request for each list. */
export function createServerCatalog(client: Client, timeoutMs: number): ServerCatalog {
  let watching: Promise<boolean> | undefined;
  // For unsupported lists the SDK would answer itself and write to standard output.
  const offers = client.getServerCapabilities() ?? {};
  const tools = createCache(async () =>
    offers.tools ? listTools(client, timeoutMs) : { tools: [], malformed: [] },
  );
  const prompts = createCache(async () =>
    offers.prompts ? (await client.listPrompts(undefined, { timeout: timeoutMs })).prompts : [],
  );
  const readable = createCache(() => hasResources(client, timeoutMs));
  client.setNotificationHandler('notifications/resources/list_changed', readable.forget);
  client.setNotificationHandler('notifications/tools/list_changed', tools.forget);
  client.setNotificationHandler('notifications/prompts/list_changed', prompts.forget);

  /** False if the server does not report changes, so that nothing may be cached. */
  async function subscribeToChanges(): Promise<boolean> {
    if (offers.tools?.listChanged !== true) return false;
    if (client.getProtocolEra() === 'legacy') return true;
    try {
      const subscription = await client.listen({
        toolsListChanged: true,
        promptsListChanged: true,
        ...(offers.resources?.listChanged === true && { resourcesListChanged: true }),
      });
      void subscription.closed.then(() => {
        watching = undefined;
        tools.forget();
        prompts.forget();
        readable.forget();
      });
      return true;
    } catch {
      return false;
    }
  }

  async function getCached<T>(list: CachedValue<T>): Promise<T> {
    watching ??= subscribeToChanges();
    if (!(await watching)) list.forget();
    return list.get();
  }

  return {
    tools: () => getCached(tools),
    prompts: () => getCached(prompts),
    hasResources: () => readable.get(),
  };
}

interface CachedValue<T> {
  readonly get: () => Promise<T>;
  readonly forget: () => void;
}

function createCache<T>(load: () => Promise<T>): CachedValue<T> {
  let known: Promise<T> | undefined;
  return {
    get() {
      const asked = known ?? load();
      known = asked;
      asked.catch(() => {
        if (known === asked) known = undefined;
      });
      return asked;
    },
    forget() {
      known = undefined;
    },
  };
}
