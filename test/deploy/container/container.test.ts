import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../interop/page-session.ts';
import { buildImage, type Image } from './image.ts';
import { signalContained, startContained, type ContainedProcess } from './namespace.ts';
import { writeProject } from './project.ts';

const DOCKERFILE = join(import.meta.dirname, '../../../deploy/container/Dockerfile');
const KEY = 'a-long-secret-of-a-test';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
const data = join(folder, 'data');
let image: Image;

beforeAll(async () => {
  const project = join(folder, 'project');
  mkdirSync(project);
  await writeProject(project);
  image = await buildImage(readFileSync(DOCKERFILE, 'utf8'), project, join(folder, 'stages'));
  // An engine makes a new volume of the folder of the image, with its owner.
  mkdirSync(data);
  const { uid, gid } = statSync(join(image.root, 'data'));
  chownSync(data, uid, gid);
});

function run(command: readonly string[], port: number): ContainedProcess {
  const env = { ...image.env, API_KEY: KEY, PORT: String(port) };
  const { root, cwd, user } = image;
  const child = startContained({ root, cwd, user, env, command, data });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function isHealthy(port: number): Promise<boolean> {
  const child = run(image.health, port);
  await once(child, 'exit');
  return child.exitCode === 0;
}

async function startServer(port: number): Promise<ContainedProcess> {
  const server = run([...image.entrypoint, ...image.command], port);
  server.stderr.pipe(process.stderr);
  await expect.poll(() => isHealthy(port)).toBe(true);
  return server;
}

async function ask(port: number): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ model: 'desk', input: 'Where is the station?' }),
  });
  return answer.json();
}

it('has what the project needs, and no secrets', () => {
  const app = join(image.root, 'app');
  expect(readdirSync(app).toSorted()).toEqual(
    '.dockerignore node_modules package-lock.json package.json prompt.md script.json timestep-ai-timestep-0.0.0.tgz tsagent.json'.split(
      ' ',
    ),
  );
  expect(existsSync(join(app, '.env'))).toBe(false);
  expect(statSync(join(image.root, 'data')).uid).toBe(1000);
});

it('answers on a read-only root as a user without rights, and says whether it is alive', async () => {
  const port = await freePort();
  expect(await isHealthy(port)).toBe(false);
  const server = await startServer(port);
  expect(await ask(port)).toMatchObject({ status: 'completed' });
  expect((await fetch(`http://127.0.0.1:${port}/v1/models`)).status).toBe(401);
  const touch = run(['sh', '-c', 'id --user; touch /app/new /data/new'], port);
  const [output, errors] = await Promise.all([
    text(touch.stdout),
    text(touch.stderr),
    once(touch, 'exit'),
  ]);
  expect({ output, errors }).toEqual({
    output: '1000\n',
    errors: expect.stringMatching(/^touch: [^\n]*\/app\/new[^\n]*Read-only file system\n$/),
  });
  signalContained(server, 'SIGTERM');
  await once(server, 'exit');
  expect(server.exitCode).toBe(0);
});

it('goes on with the tasks of the volume after it was killed', async () => {
  const port = await freePort();
  await startServer(port).then(async (server) => {
    server.kill('SIGKILL');
    await once(server, 'exit');
  });
  expect(await isHealthy(port)).toBe(false);
  await startServer(port);
  const list = run([...image.entrypoint, 'tasks', 'list', '--database', '/data/tasks.db'], port);
  expect(await text(list.stdout)).toMatch(/completed +desk/);
});
