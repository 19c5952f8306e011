import { createJsonReader, listen, findHostOrOriginProblem } from '@timestep-ai/timestep/http';
import { parseTaskId } from './agent-app.ts';
import { waitForEnd } from './process-end.ts';
import { runProgram } from './run-program.ts';
import { readSettings } from './settings.ts';
import { readStartRequest } from './messages/start-request.ts';

const readJson = createJsonReader();

const ANSWER_MS = 5000;

/** The driver asks agent A to start conversations, and reports their status. It stores nothing. */
await runProgram('driver', async (log) => {
  const { agentAUrl, allowedHosts, host, ports } = readSettings(process.env);

  const listening = await listen(
    async (request) => {
      const refused = findHostOrOriginProblem(request, { allowedHosts });
      if (refused !== undefined) return createErrorResponse(403, refused);
      const { pathname } = new URL(request.url);
      if (request.method === 'POST' && pathname === '/start-task')
        return startTask(request, agentAUrl);
      if (request.method === 'GET' && pathname === '/health') {
        return Response.json({ status: 'ok', service: 'driver' });
      }
      const taskId = request.method === 'GET' ? parseTaskId(pathname, '/status/') : undefined;
      if (taskId !== undefined) return fetchStatus(taskId, agentAUrl);
      return createErrorResponse(404, `not found: ${request.method} ${pathname}`);
    },
    { port: ports.driver, host, authenticated: allowedHosts.length > 0 },
  );
  log('service_started', { port: listening.port, pid: process.pid });
  await waitForEnd();
  await listening.close(0);
});

async function startTask(request: Request, agentAUrl: string): Promise<Response> {
  const body = await readJson(request);
  if (!body.ok) return createErrorResponse(body.status, body.message);
  const read = readStartRequest(body.value);
  if (!read.ok) return createErrorResponse(400, read.message);
  const { taskId, turns } = read;
  const answer = await tryFetch(`${agentAUrl}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskId, turns }),
  });
  if (!answer) return createErrorResponse(503, 'agent A does not answer: try again');
  const { workflowId, error } = (await answer.json()) as { workflowId?: string; error?: string };
  if (!answer.ok) return createErrorResponse(answer.status, error ?? 'agent A refused');
  const message = `Task ${taskId} has begun: ${turns} messages`;
  return Response.json({ success: true, taskId, workflowId, message });
}

async function fetchStatus(taskId: string, agentAUrl: string): Promise<Response> {
  const answer = await tryFetch(`${agentAUrl}/tasks/${encodeURIComponent(taskId)}`);
  if (!answer) return createErrorResponse(503, 'agent A does not answer: try again');
  if (answer.status === 404) return createErrorResponse(404, `there is no task ${taskId}`);
  const { workflowId, status, runId } = (await answer.json()) as Record<string, string>;
  return Response.json({ taskId, workflowId, status, runId });
}

async function tryFetch(url: string, init: RequestInit = {}): Promise<Response | undefined> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
  } catch {
    return undefined;
  }
}

function createErrorResponse(status: number, error: string): Response {
  return Response.json({ success: false, error }, { status });
}
