import {
  isSpecType,
  SdkError,
  SdkErrorCode,
  type Client,
  type Tool,
} from '@modelcontextprotocol/client';
import * as z from 'zod';

export interface ToolList {
  readonly tools: readonly Tool[];
  readonly malformed: readonly string[];
}

const LOOSE_PAGE = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().optional(),
});
/** More than any server has; stops an endless chain of cursors. */
const MOST_PAGES = 64;

/** Tools with invalid definitions are skipped. */
export async function listTools(client: Client, timeoutMs: number): Promise<ToolList> {
  try {
    const { tools } = await client.listTools(undefined, { timeout: timeoutMs });
    return { tools, malformed: [] };
  } catch (thrown) {
    if (!SdkError.isInstance(thrown) || thrown.code !== SdkErrorCode.InvalidResult) throw thrown;
    return splitByValidity(await listUnchecked(client, timeoutMs));
  }
}

async function listUnchecked(client: Client, timeout: number): Promise<unknown[]> {
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

function splitByValidity(found: readonly unknown[]): ToolList {
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
