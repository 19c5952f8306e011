import {
  omitUndefined,
  readObject,
  readText,
  reportMissing,
  requireObject,
  requireText,
  TimestepError,
  type Fields,
} from '#core';
import type { AgentChange, AgentToolText, OperatorFiles } from '#engine/port';
import type { AgentFileList } from '#people/view';
import { loadPart, requireAgent } from './agent-routes.ts';
import {
  ApiError,
  refuseOnError,
  requireNonEmptyText,
  type ApiCall,
  type ApiHandler,
  type ApiRoutes,
} from './api-route.ts';

const FILES_PATH = '/agents/:agent/files';
const VERSIONLESS_CHANGE = '{"path","text"} or {"orchestration":"on"}';
const CHANGE = '{"path","text","version"} or {"orchestration":"on","version"}';
const PREVIEW = '{"tool":{"name","parameters","prompt"},"arguments":{…}}';

export const AGENT_FILE_ROUTES: ApiRoutes = {
  [`GET ${FILES_PATH}`]: (call) =>
    refuseWith404(async (): Promise<AgentFileList> => {
      const files = await loadPart(requireAgent(call).files);
      return files ? listAgentFiles(files) : { files: [], why: NO_FILES_REASON };
    }),
  [`GET ${FILES_PATH}/one`]: withAgentFiles((files, { url }) =>
    files.read(url.searchParams.get('path') ?? ''),
  ),
  [`POST ${FILES_PATH}/plan`]: withAgentFilesAndBody(VERSIONLESS_CHANGE, (files, body) =>
    files.previewChange(readAgentChange(body)),
  ),
  [`POST ${FILES_PATH}/preview`]: withAgentFilesAndBody(PREVIEW, (files, body) => {
    const tool = readAgentTool(requireObject(body, 'tool'));
    return { prompt: files.buildPrompt(tool, requireObject(body, 'arguments').object) };
  }),
  [`POST ${FILES_PATH}/write`]: withAgentFilesAndBody(CHANGE, async (files, body) => {
    await files.write(readAgentChange(body), readText(body, 'version'));
    return {};
  }),
  [`POST ${FILES_PATH}/undo`]: withAgentFilesAndBody('{"version"}', async (files, body) => {
    await files.undo(readText(body, 'version'));
    return {};
  }),
};

async function listAgentFiles(files: OperatorFiles): Promise<AgentFileList> {
  const lines = omitUndefined({
    files: await files.list(),
    orchestration: await files.getOrchestration(),
    tools: files.listTools(),
  });
  try {
    return omitUndefined({ ...lines, undo: await files.previewUndo() });
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return { ...lines, whyNoUndo: thrown.message };
  }
}

const NO_FILES_REASON =
  'the agent has no files on this server: it is defined in code or runs on another server';

function withAgentFiles(handler: (files: OperatorFiles, call: ApiCall) => unknown): ApiHandler {
  return (call) =>
    refuseWith404(async () => {
      const files = await loadPart(requireAgent(call).files);
      if (files) return handler(files, call);
      throw new ApiError(409, 'no-files', NO_FILES_REASON);
    });
}

function withAgentFilesAndBody(
  expected: string,
  handler: (files: OperatorFiles, body: Fields) => unknown,
): ApiHandler {
  return async (call) => {
    const body = await call.readFields(expected);
    return withAgentFiles((files) => handler(files, body))(call);
  };
}

function refuseWith404<T>(work: () => Promise<T> | T): Promise<T> {
  return refuseOnError(work, { getStatus: (code) => (code === 'no-such-part' ? 404 : 409) });
}

function readAgentChange(body: Fields): AgentChange {
  const { orchestration } = body.object;
  if (orchestration === 'on' || orchestration === 'off') return { orchestration };
  const change = readObject(body, 'agentTool');
  if (!change) {
    return omitUndefined({ path: requireNonEmptyText(body, 'path'), text: readText(body, 'text') });
  }
  const [before, tool] = [readText(change, 'before'), readObject(change, 'tool')];
  if (before === undefined && !tool) reportMissing(change, 'tool');
  return { agentTool: omitUndefined({ before, tool: tool && readAgentTool(tool) }) };
}

function readAgentTool(tool: Fields): AgentToolText {
  return omitUndefined({
    name: requireText(tool, 'name'),
    description: readText(tool, 'description'),
    parameters: requireObject(tool, 'parameters').object,
    prompt: requireText(tool, 'prompt'),
  });
}
