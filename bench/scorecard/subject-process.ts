/**
 * The process that is killed: `subject-process.ts <subject> <port> <folder> <server> <world> <story>`.
 * It serves one subject to the story's client.
 */
import { createServer, type ServerResponse } from 'node:http';
import { WORLD_HEADER, type StartSubject, type Subject } from './subject.ts';
import { createWorld } from './world.ts';

const [name = '', port = '', folder = '', server = '', world = '', story = ''] =
  process.argv.slice(2);
const { start } = (await import(`./subjects/${name}.ts`)) as { start: StartSubject };
const subject = await start({ folder, server, story, world: createWorld(world) });

createServer((request, response) => {
  // A port that one story left for a moment may be taken by a process of another.
  response.setHeader(WORLD_HEADER, world);
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [, verb = '', task = '', detail = ''] = url.pathname.split('/').map(decodeURIComponent);
  answer(subject, verb, task, detail, response).catch((thrown: unknown) => {
    const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    console.error(reason);
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end(reason);
  });
}).listen(Number(port), '127.0.0.1');

async function answer(
  { submit, look, approve, follow }: Subject,
  verb: string,
  task: string,
  detail: string,
  response: ServerResponse,
): Promise<void> {
  switch (verb) {
    case 'submit':
      await submit(task);
      response.end('accepted');
      return;
    case 'look':
      response.end(JSON.stringify(await look(task)));
      return;
    case 'approve':
      await approve(task, detail);
      response.end('accepted');
      return;
    case 'follow':
      if (!follow) {
        response.writeHead(404).end();
        return;
      }
      response.flushHeaders();
      for await (const piece of follow(task, Number(detail))) {
        response.write(`${JSON.stringify(piece)}\n`);
      }
      response.end(`${JSON.stringify('end')}\n`);
      return;
    case 'cpu':
      response.end(JSON.stringify(process.cpuUsage()));
      return;
    default:
      response.writeHead(404).end();
  }
}
