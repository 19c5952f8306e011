import { isJsonObject, TimestepError, type JsonValue } from '../../core/index.ts';
import type {
  AgentChange,
  AgentToolChange,
  AgentToolText,
  OperatorFiles,
} from '../../port/index.ts';
import type { AgentFileList } from '../../view/index.ts';
import { data, refusal, type ApiCall, type ApiRoute } from './route.ts';

const FILES = '/agents/:agent/files';

/** The files of agents: read, and changed after a look at what a change would write. */
export const AGENT_FILE_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: FILES, answer: (call) => ofAgent(call, listed, nothingToChange) },
  {
    method: 'GET',
    path: `${FILES}/one`,
    answer: (call) => ofAgent(call, (files) => files.read(call.url.searchParams.get('path') ?? '')),
  },
  order('/plan', (files, body) => {
    const change = changeIn(body);
    return change ? files.plan(change) : bad('{"path","text"} or {"orchestration":"on"}');
  }),
  order('/preview', (files, body) => {
    const [tool, given] = isJsonObject(body) ? [toolIn(body['tool']), body['arguments']] : [];
    return tool && isJsonObject(given)
      ? { prompt: files.preview(tool, given) }
      : bad('{"tool":{"name","parameters","prompt"},"arguments":{…}}');
  }),
  order('/write', async (files, body) => {
    const change = changeIn(body);
    if (!change) return bad('{"path","text","version"} or {"orchestration":"on","version"}');
    await files.write(change, versionIn(body));
    return {};
  }),
  order('/undo', async (files, body) => {
    await files.undo(versionIn(body));
    return {};
  }),
];

/** A `Response` is sent as it is, all else as JSON. */
type FilesAnswer = (files: OperatorFiles) => unknown;

async function listed(files: OperatorFiles): Promise<AgentFileList> {
  const orchestration = await files.orchestration();
  const tools = files.tools();
  const lines = {
    files: await files.list(),
    ...(orchestration && { orchestration }),
    ...(tools && { tools }),
  };
  try {
    const undo = await files.planUndo();
    return { ...lines, ...(undo && { undo }) };
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return { ...lines, whyNoUndo: thrown.message };
  }
}

function order(path: string, answer: (files: OperatorFiles, body: JsonValue) => unknown): ApiRoute {
  return {
    method: 'POST',
    path: `${FILES}${path}`,
    answer: async (call) => {
      const body = await call.context.site.readJson(call.request);
      if (!body.ok) return refusal(body.status, 'refused', body.message);
      return ofAgent(call, (files) => answer(files, body.value));
    },
  };
}

async function ofAgent(
  { context, param }: ApiCall,
  answer: FilesAnswer,
  without: () => Response = () => refusal(409, 'no-files', WHY_NOT),
): Promise<Response> {
  const agent = context.site.agents.get(param('agent'));
  if (!agent) return refusal(404, 'agent-not-found', 'there is no such agent: it may have gone');
  try {
    const { files } = agent;
    const known = typeof files === 'function' ? await files() : files;
    if (!known) return without();
    const answered = await answer(known);
    return answered instanceof Response ? answered : data(answered);
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return refusal(thrown.code === 'no-such-part' ? 404 : 409, thrown.code, thrown.message);
  }
}

const WHY_NOT =
  'it has no files here: it is made by the program that serves it, or is served elsewhere';

function nothingToChange(): Response {
  const none: AgentFileList = { files: [], why: WHY_NOT };
  return data(none);
}

function changeIn(body: JsonValue): AgentChange | undefined {
  if (!isJsonObject(body)) return undefined;
  const { path, text, orchestration } = body;
  if (orchestration === 'on' || orchestration === 'off') return { orchestration };
  const agentTool = toolChangeIn(body['agentTool']);
  if (agentTool) return { agentTool };
  if (typeof path !== 'string' || path === '') return undefined;
  if (text !== undefined && typeof text !== 'string') return undefined;
  return { path, ...(text !== undefined && { text }) };
}

function toolChangeIn(body: JsonValue | undefined): AgentToolChange | undefined {
  if (!isJsonObject(body)) return undefined;
  const { before } = body;
  const tool = toolIn(body['tool']);
  if (before !== undefined && typeof before !== 'string') return undefined;
  if (body['tool'] === undefined ? before === undefined : !tool) return undefined;
  return { ...(before !== undefined && { before }), ...(tool && { tool }) };
}

function toolIn(body: JsonValue | undefined): AgentToolText | undefined {
  if (!isJsonObject(body)) return undefined;
  const { name, description, parameters, prompt } = body;
  if (typeof name !== 'string' || typeof prompt !== 'string' || !isJsonObject(parameters)) {
    return undefined;
  }
  return { name, ...(typeof description === 'string' && { description }), parameters, prompt };
}

function versionIn(body: JsonValue): string | undefined {
  const version = isJsonObject(body) ? body['version'] : undefined;
  return typeof version === 'string' ? version : undefined;
}

function bad(form: string): Response {
  return refusal(400, 'bad-request', `write ${form}`);
}
