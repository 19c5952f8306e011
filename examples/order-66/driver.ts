import { createJsonReader, listen, refusedHostOrOrigin } from '@timestep-ai/timestep/http';
import { taskIdIn } from './agent-app.ts';
import { endsWithParent } from './process-end.ts';
import { program } from './program.ts';
import { settingsFrom } from './settings.ts';
import { readStart } from './start-request.ts';

const readJson = createJsonReader();

const ANSWER_MS = 5000;

/** The driver: has agent A begin conversations, and says how they are doing. It keeps nothing. */
await program('driver', async (log) => {
  const { agentAUrl, allowedHosts, host, ports } = settingsFrom(process.env);

  const listening = await listen(
    async (request) => {
      const refused = refusedHostOrOrigin(request, { allowedHosts });
      if (refused !== undefined) return failed(403, refused);
      const { pathname } = new URL(request.url);
      if (request.method === 'POST' && pathname === '/start-task')
        return startTask(request, agentAUrl);
      if (request.method === 'GET' && pathname === '/health') {
        return Response.json({ status: 'ok', service: 'driver' });
      }
      const taskId = request.method === 'GET' ? taskIdIn(pathname, '/status/') : undefined;
      if (taskId !== undefined) return statusOf(taskId, agentAUrl);
      return failed(404, `there is nothing at ${request.method} ${pathname}`);
    },
    { port: ports.driver, host, authenticated: allowedHosts.length > 0 },
  );
  log('service_started', { port: listening.port, pid: process.pid });
  await endsWithParent();
  await listening.close(0);
});

async function startTask(request: Request, agentAUrl: string): Promise<Response> {
  const body = await readJson(request);
  if (!body.ok) return failed(body.status, body.message);
  const read = readStart(body.value);
  if (!read.ok) return failed(400, read.message);
  const { taskId, turns } = read;
  const answer = await ask(`${agentAUrl}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskId, turns }),
  });
  if (!answer) return failed(503, 'agent A does not answer: try again');
  const { workflowId, error } = (await answer.json()) as { workflowId?: string; error?: string };
  if (!answer.ok) return failed(answer.status, error ?? 'agent A refused');
  const message = `Task ${taskId} has begun: ${turns} messages`;
  return Response.json({ success: true, taskId, workflowId, message });
}

async function statusOf(taskId: string, agentAUrl: string): Promise<Response> {
  const answer = await ask(`${agentAUrl}/tasks/${encodeURIComponent(taskId)}`);
  if (!answer) return failed(503, 'agent A does not answer: try again');
  if (answer.status === 404) return failed(404, `there is no task ${taskId}`);
  const { workflowId, status, runId } = (await answer.json()) as Record<string, string>;
  return Response.json({ taskId, workflowId, status, runId });
}

async function ask(url: string, init: RequestInit = {}): Promise<Response | undefined> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
  } catch {
    return undefined;
  }
}

function failed(status: number, error: string): Response {
  return Response.json({ success: false, error }, { status });
}
