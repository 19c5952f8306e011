import {
  isSpecType,
  SdkError,
  SdkErrorCode,
  type Client,
  type Prompt,
  type Tool,
  type GetPromptResult,
} from '@modelcontextprotocol/client';
import * as z from 'zod';
import { formatInstructions } from '../convert/instructions-text.ts';
import { SYSTEM_PROMPT } from '../serve/definition.ts';
import type { Link } from './open-link.ts';
import { hasResources } from './resource-tools.ts';

/** The lists of an MCP server (such as tools). Each is cached until the server reports that it has changed. */
export interface ServerCatalog {
  tools(): Promise<ToolList>;
  prompts(): Promise<readonly Prompt[]>;
  hasResources(): Promise<boolean>;
}

export function createServerCatalog(client: Client, timeoutMs: number): ServerCatalog {
  let watching: Promise<boolean> | undefined;
  // Only lists that the server supports are requested, because otherwise the SDK prints to standard output.
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

  /**
   * Subscribes to changes of lists. Returns false if the server reports no changes, so that lists must not be
   * cached.
   */
  async function subscribeToListChanges(): Promise<boolean> {
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
    watching ??= subscribeToListChanges();
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

interface ToolList {
  readonly tools: readonly Tool[];
  readonly malformed: readonly string[];
}

const LOOSE_PAGE = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().optional(),
});
/** Maximum number of pages of a list, which ends an endless chain of cursors. */
const MOST_PAGES = 64;

/** Lists the server's tools, without tools whose definition is invalid or whose name is repeated. */
async function listTools(client: Client, timeoutMs: number): Promise<ToolList> {
  return removeToolsSharingNames(await listValidTools(client, timeoutMs));
}

async function listValidTools(client: Client, timeoutMs: number): Promise<ToolList> {
  try {
    const { tools } = await client.listTools(undefined, { timeout: timeoutMs });
    return { tools, malformed: [] };
  } catch (thrown) {
    if (!SdkError.isInstance(thrown) || thrown.code !== SdkErrorCode.InvalidResult) throw thrown;
    return splitToolsByValidity(await listToolsUnvalidated(client, timeoutMs));
  }
}

/** Omits all tools whose name is repeated, because the order of the list must not decide which is called. */
function removeToolsSharingNames({ tools, malformed }: ToolList): ToolList {
  const byName = Map.groupBy(tools, ({ name }) => name);
  const repeated = [...byName].flatMap(([name, { length }]) => (length > 1 ? [name] : []));
  if (repeated.length === 0) return { tools, malformed };
  const unique = tools.filter(({ name }) => !repeated.includes(name));
  return { tools: unique, malformed: [...malformed, ...repeated] };
}

async function listToolsUnvalidated(client: Client, timeout: number): Promise<unknown[]> {
  const found: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { params: { cursor } };
    const request = { method: 'tools/list', ...params };
    const listed = await client.request(request, LOOSE_PAGE, { timeout });
    found.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined) break;
  }
  return found;
}

function splitToolsByValidity(found: readonly unknown[]): ToolList {
  const tools: Tool[] = [];
  const malformed: string[] = [];
  for (const one of found) {
    if (isSpecType.Tool(one)) tools.push(one);
    else malformed.push(getToolName(one));
  }
  return { tools, malformed };
}

function getToolName(tool: unknown): string {
  const named = z.object({ name: z.string().min(1) }).safeParse(tool);
  return named.success ? named.data.name : 'a tool without a name';
}

/** Loads the server's system prompt for the agent and its instructions. Undefined if it has neither. */
export async function loadServerPrompt(
  { client, catalog }: Pick<Link, 'client' | 'catalog'>,
  agent: string,
  displayName: string,
  timeout: number,
): Promise<string | undefined> {
  const known = await catalog.prompts();
  const prompt = known.find((candidate) => candidate.name === SYSTEM_PROMPT);
  const said = client.getInstructions()?.trim();
  const words = said ? [formatInstructions(displayName, said)] : [];
  if (!prompt) return words[0];
  const takesName = prompt.arguments?.some((argument) => argument.name === 'agent_name');
  const given = takesName ? { arguments: { agent_name: agent } } : {};
  const text = getPromptText(
    await client.getPrompt({ name: SYSTEM_PROMPT, ...given }, { timeout }),
  );
  return [text, ...words].join('\n\n');
}

export function getPromptText(prompt: GetPromptResult): string {
  return prompt.messages
    .flatMap(({ content }) => (content.type === 'text' ? [content.text] : []))
    .join('\n\n');
}
