import type { JsonValue } from '../../../core/index.ts';
import type { ConnectedEnvironment } from '../../../protocols/mcp/index.ts';
import type {
  OperatorServers,
  ServerContent,
  ServerPrompt,
  ServerPromptMessage,
  ServerResource,
  ServerResources,
} from '../../../engine/port/index.ts';
import { omitUndefined } from '../../folder/index.ts';

/** Milliseconds. */
const TIMEOUT = { timeout: 30_000 };

export async function listResources(environment: ConnectedEnvironment): Promise<ServerResources> {
  return environment.use(async (client) => {
    // The SDK writes to standard output if a server without resources is asked for them.
    if (!client.getServerCapabilities()?.resources) return { resources: [], templates: [] };
    const { resources } = await client.listResources(undefined, TIMEOUT);
    const templates = await client.listResourceTemplates(undefined, TIMEOUT).then(
      ({ resourceTemplates }) => resourceTemplates,
      () => [],
    );
    return {
      resources: resources.map(toResource),
      templates: templates.map(({ uriTemplate, ...rest }) =>
        toResource({ ...rest, uri: uriTemplate }),
      ),
    };
  });
}

function toResource(given: {
  readonly uri: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}): ServerResource {
  const { uri, name, description, mimeType } = given;
  return omitUndefined({ uri, name, description, mimeType });
}

export async function readResource(
  environment: ConnectedEnvironment,
  uri: string,
): Promise<readonly ServerContent[]> {
  const { contents } = await environment.use((client) => client.readResource({ uri }, TIMEOUT));
  return contents.map((part): ServerContent => {
    const about = {
      uri: part.uri,
      ...(part.mimeType !== undefined && { mimeType: part.mimeType }),
    };
    return 'text' in part
      ? { ...about, text: part.text }
      : { ...about, bytes: Buffer.byteLength(part.blob, 'base64') };
  });
}

export async function listPrompts(
  environment: ConnectedEnvironment,
): Promise<readonly ServerPrompt[]> {
  return environment.use(async (client) => {
    if (!client.getServerCapabilities()?.prompts) return [];
    const { prompts } = await client.listPrompts(undefined, TIMEOUT);
    return prompts.map(({ name, description, arguments: args = [] }) => ({
      name,
      ...(description !== undefined && { description }),
      arguments: args.map((one) => ({
        name: one.name,
        ...(one.description !== undefined && { description: one.description }),
        isRequired: one.required === true,
      })),
    }));
  });
}

export async function getPromptMessages(
  environment: ConnectedEnvironment,
  prompt: Parameters<OperatorServers['getPrompt']>[1],
): Promise<readonly ServerPromptMessage[]> {
  const params = { name: prompt.name, arguments: { ...prompt.arguments } };
  const { messages } = await environment.use((client) => client.getPrompt(params, TIMEOUT));
  return messages.map(({ role, content }) => ({
    role,
    content: content.type === 'text' ? content.text : (content as unknown as JsonValue),
  }));
}
