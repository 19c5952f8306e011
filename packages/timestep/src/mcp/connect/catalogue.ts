import type { Client, Prompt } from '@modelcontextprotocol/client';
import { listTools, type ToolList } from './tool-list.ts';

/** What a server offers, asked for once and again only after it says that a list has changed. */
export interface Catalogue {
  tools(): Promise<ToolList>;
  prompts(): Promise<readonly Prompt[]>;
}

/** A list may take `timeoutMs` to come. */
export function createCatalogue(client: Client, timeoutMs: number): Catalogue {
  let watching: Promise<boolean> | undefined;
  // The SDK would answer for a server without tools itself, but writes to standard output then.
  const offers = client.getServerCapabilities() ?? {};
  const tools = remembered(async () =>
    offers.tools ? listTools(client, timeoutMs) : { tools: [], malformed: [] },
  );
  const prompts = remembered(async () =>
    offers.prompts ? (await client.listPrompts(undefined, { timeout: timeoutMs })).prompts : [],
  );
  client.setNotificationHandler('notifications/tools/list_changed', tools.forget);
  client.setNotificationHandler('notifications/prompts/list_changed', prompts.forget);

  /** Whether the server will tell of changes. Without that nothing may be remembered. */
  async function watch(): Promise<boolean> {
    if (offers.tools?.listChanged !== true) return false;
    if (client.getProtocolEra() === 'legacy') return true;
    try {
      const subscription = await client.listen({
        toolsListChanged: true,
        promptsListChanged: true,
      });
      void subscription.closed.then(() => {
        watching = undefined;
        tools.forget();
        prompts.forget();
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
