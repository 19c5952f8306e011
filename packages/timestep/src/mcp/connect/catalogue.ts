import type { Client, Prompt } from '@modelcontextprotocol/client';
import { hasResources } from './resource-tools.ts';
import { listTools, type ToolList } from './tool-list.ts';

/**
 * What a server offers, listed once and again only after the server says that a list has changed.
 */
export interface Catalogue {
  tools(): Promise<ToolList>;
  prompts(): Promise<readonly Prompt[]>;
  /** Whether there is anything to be read; asked once, and again after a change of the list. */
  hasResources(): Promise<boolean>;
}

/** A list may take `timeoutMs` to come. */
export function createCatalogue(client: Client, timeoutMs: number): Catalogue {
  let watching: Promise<boolean> | undefined;
  // For a server without tools the SDK answers by itself, and then writes to standard output.
  const offers = client.getServerCapabilities() ?? {};
  const tools = remembered(async () =>
    offers.tools ? listTools(client, timeoutMs) : { tools: [], malformed: [] },
  );
  const prompts = remembered(async () =>
    offers.prompts ? (await client.listPrompts(undefined, { timeout: timeoutMs })).prompts : [],
  );
  const readable = remembered(() => hasResources(client, timeoutMs));
  client.setNotificationHandler('notifications/resources/list_changed', readable.forget);
  client.setNotificationHandler('notifications/tools/list_changed', tools.forget);
  client.setNotificationHandler('notifications/prompts/list_changed', prompts.forget);

  /** Whether the server will report changes. Without that nothing may be remembered. */
  async function watch(): Promise<boolean> {
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

  async function recall<T>(list: Remembered<T>): Promise<T> {
    watching ??= watch();
    if (!(await watching)) list.forget();
    return list.get();
  }

  return {
    tools: () => recall(tools),
    prompts: () => recall(prompts),
    hasResources: () => readable.get(),
  };
}

interface Remembered<T> {
  readonly get: () => Promise<T>;
  readonly forget: () => void;
}

function remembered<T>(ask: () => Promise<T>): Remembered<T> {
  let known: Promise<T> | undefined;
  return {
    get() {
      const asked = known ?? ask();
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
