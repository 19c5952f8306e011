import { isJsonObject, TimestepError, type JsonValue } from '#core';
import type { AgentChange, AgentToolChange, AgentToolText, OperatorFiles } from '#engine/port';
import type { AgentFileList } from '#people/view';
import { requireAgent } from './agent-routes.ts';
import {
  ApiError,
  refuseOnError,
  requireValid,
  type ApiCall,
  type ApiHandler,
  type ApiRoutes,
} from './api-route.ts';

const FILES_PATH = '/agents/:agent/files';
const VERSIONLESS_CHANGE = '{"path","text"} or {"orchestration":"on"}';
const CHANGE = '{"path","text","version"} or {"orchestration":"on","version"}';

export const AGENT_FILE_ROUTES: ApiRoutes = {
  [`GET ${FILES_PATH}`]: (call) =>
    refuseWith404(async (): Promise<AgentFileList> => {
      const files = await getFiles(call);
      return files ? listAgentFiles(files) : { files: [], why: NO_FILES_REASON };
    }),
  [`GET ${FILES_PATH}/one`]: withFiles((files, { url }) =>
    files.read(url.searchParams.get('path') ?? ''),
  ),
  [`POST ${FILES_PATH}/plan`]: withFilesAndBody((files, body) =>
    files.previewChange(requireValid(parseAgentChange(body), VERSIONLESS_CHANGE)),
  ),
  [`POST ${FILES_PATH}/preview`]: withFilesAndBody((files, body) => {
    const { tool: written, arguments: given } = isJsonObject(body) ? body : {};
    const tool = parseAgentTool(written);
    const form = '{"tool":{"name","parameters","prompt"},"arguments":{…}}';
    const args = requireValid(isJsonObject(given) ? given : undefined, form);
    return { prompt: files.buildPrompt(requireValid(tool, form), args) };
  }),
  [`POST ${FILES_PATH}/write`]: withFilesAndBody(async (files, body) => {
    await files.write(requireValid(parseAgentChange(body), CHANGE), readVersion(body));
    return {};
  }),
  [`POST ${FILES_PATH}/undo`]: withFilesAndBody(async (files, body) => {
    await files.undo(readVersion(body));
    return {};
  }),
};

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

const NO_FILES_REASON =
  'the agent has no files on this server: it is defined in code or runs on another server';

async function getFiles(call: ApiCall): Promise<OperatorFiles | undefined> {
  const { files } = requireAgent(call);
  return typeof files === 'function' ? files() : files;
}

function withFiles(handler: (files: OperatorFiles, call: ApiCall) => unknown): ApiHandler {
  return (call) =>
    refuseWith404(async () => {
      const files = await getFiles(call);
      if (files) return handler(files, call);
      throw new ApiError(409, 'no-files', NO_FILES_REASON);
    });
}

function withFilesAndBody(handler: (files: OperatorFiles, body: JsonValue) => unknown): ApiHandler {
  return async (call) => {
    const body = await call.readBody();
    return withFiles((files) => handler(files, body))(call);
  };
}

function refuseWith404<T>(work: () => Promise<T> | T): Promise<T> {
  return refuseOnError(work, { getStatus: (code) => (code === 'no-such-part' ? 404 : 409) });
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
