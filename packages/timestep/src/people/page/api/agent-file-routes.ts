import { isJsonObject, TimestepError, type JsonValue } from '../../../core/index.ts';
import type {
  AgentChange,
  AgentToolChange,
  AgentToolText,
  OperatorFiles,
} from '../../../engine/port/index.ts';
import type { AgentFileList } from '../../view/index.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiRoute,
} from './api-route.ts';

const FILES_PATH = '/agents/:agent/files';

export const AGENT_FILE_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: FILES_PATH,
    handle: (call) => withAgentFiles(call, listAgentFiles, createNoFilesResponse),
  },
  {
    method: 'GET',
    path: `${FILES_PATH}/one`,
    handle: (call) =>
      withAgentFiles(call, (files) => files.read(call.url.searchParams.get('path') ?? '')),
  },
  createPostRoute('/plan', (files, body) => {
    const change = parseAgentChange(body);
    return change
      ? files.previewChange(change)
      : createBadRequestResponse('{"path","text"} or {"orchestration":"on"}');
  }),
  createPostRoute('/preview', (files, body) => {
    const [tool, given] = isJsonObject(body)
      ? [parseAgentTool(body['tool']), body['arguments']]
      : [];
    return tool && isJsonObject(given)
      ? { prompt: files.buildPrompt(tool, given) }
      : createBadRequestResponse('{"tool":{"name","parameters","prompt"},"arguments":{…}}');
  }),
  createPostRoute('/write', async (files, body) => {
    const change = parseAgentChange(body);
    if (!change)
      return createBadRequestResponse(
        '{"path","text","version"} or {"orchestration":"on","version"}',
      );
    await files.write(change, readVersion(body));
    return {};
  }),
  createPostRoute('/undo', async (files, body) => {
    await files.undo(readVersion(body));
    return {};
  }),
];

/** A `Response` is sent unchanged; any other value as JSON. */
type AgentFilesHandler = (files: OperatorFiles) => unknown;

async function listAgentFiles(files: OperatorFiles): Promise<AgentFileList> {
  const orchestration = await files.getOrchestration();
  const tools = files.listTools();
  const lines = {
    files: await files.list(),
    ...(orchestration && { orchestration }),
    ...(tools && { tools }),
  };
  try {
    const undo = await files.previewUndo();
    return { ...lines, ...(undo && { undo }) };
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return { ...lines, whyNoUndo: thrown.message };
  }
}

function createPostRoute(
  path: string,
  handler: (files: OperatorFiles, body: JsonValue) => unknown,
): ApiRoute {
  return {
    method: 'POST',
    path: `${FILES_PATH}${path}`,
    handle: async (call) => {
      const body = await call.context.site.readJson(call.request);
      if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
      return withAgentFiles(call, (files) => handler(files, body.value));
    },
  };
}

async function withAgentFiles(
  { context, param }: ApiCall,
  handler: AgentFilesHandler,
  answerWithoutFiles: () => Response = () => createErrorResponse(409, 'no-files', NO_FILES_REASON),
): Promise<Response> {
  const agent = context.site.agents.get(param('agent'));
  if (!agent)
    return createErrorResponse(404, 'agent-not-found', 'agent not found: it may have been removed');
  try {
    const { files } = agent;
    const known = typeof files === 'function' ? await files() : files;
    if (!known) return answerWithoutFiles();
    const answered = await handler(known);
    return answered instanceof Response ? answered : createJsonResponse(answered);
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return createErrorResponse(
      thrown.code === 'no-such-part' ? 404 : 409,
      thrown.code,
      thrown.message,
    );
  }
}

const NO_FILES_REASON =
  'the agent has no files on this server: it is defined in code or runs on another server';

function createNoFilesResponse(): Response {
  const none: AgentFileList = { files: [], why: NO_FILES_REASON };
  return createJsonResponse(none);
}

function parseAgentChange(body: JsonValue): AgentChange | undefined {
  if (!isJsonObject(body)) return undefined;
  const { path, text, orchestration } = body;
  if (orchestration === 'on' || orchestration === 'off') return { orchestration };
  const agentTool = parseToolChange(body['agentTool']);
  if (agentTool) return { agentTool };
  if (typeof path !== 'string' || path === '') return undefined;
  if (text !== undefined && typeof text !== 'string') return undefined;
  return { path, ...(text !== undefined && { text }) };
}

function parseToolChange(body: JsonValue | undefined): AgentToolChange | undefined {
  if (!isJsonObject(body)) return undefined;
  const { before } = body;
  const tool = parseAgentTool(body['tool']);
  if (before !== undefined && typeof before !== 'string') return undefined;
  if (body['tool'] === undefined ? before === undefined : !tool) return undefined;
  return { ...(before !== undefined && { before }), ...(tool && { tool }) };
}

function parseAgentTool(body: JsonValue | undefined): AgentToolText | undefined {
  if (!isJsonObject(body)) return undefined;
  const { name, description, parameters, prompt } = body;
  if (typeof name !== 'string' || typeof prompt !== 'string' || !isJsonObject(parameters)) {
    return undefined;
  }
  return { name, ...(typeof description === 'string' && { description }), parameters, prompt };
}

function readVersion(body: JsonValue): string | undefined {
  const version = isJsonObject(body) ? body['version'] : undefined;
  return typeof version === 'string' ? version : undefined;
}

function createBadRequestResponse(expectedBody: string): Response {
  return createErrorResponse(400, 'bad-request', `invalid request body: expected ${expectedBody}`);
}
