import { expect, it } from 'vitest';
import { createAppFrames } from './app-frames.ts';

const ORIGIN = 'http://localhost:8000';
const app = { html: '<p>app</p>', origins: { connect: [], resource: [] } };

it('serves an app in a frame that it cannot leave, each without an origin', async () => {
  const frames = createAppFrames();
  const path = frames.add(app);
  const frame = frames.respond(new Request(ORIGIN + path));
  const policy = frame?.headers.get('content-security-policy');
  expect(policy).toContain(`frame-src ${ORIGIN}${path}/view;`);
  expect(policy).toContain('frame-ancestors http://127.0.0.1:8000 http://localhost:8000;');
  expect(policy).toMatch(/^sandbox allow-scripts;/);
  const view = frames.respond(new Request(`${ORIGIN}${path}/view`));
  expect(await view?.text()).toBe(app.html);
  expect(view?.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts;/);
});

it('serves nothing at other addresses, and forgets the oldest apps', () => {
  const frames = createAppFrames();
  const first = frames.add(app);
  for (const path of ['/ui/app/unknown', `${first}/other`, `${first}/view/more`]) {
    expect(frames.respond(new Request(ORIGIN + path))?.status).toBe(404);
  }
  expect(frames.respond(new Request(`${ORIGIN}/ui/agents`))).toBeUndefined();
  expect(frames.respond(new Request(ORIGIN + first, { method: 'POST' }))).toBeUndefined();
  for (let count = 0; count < 32; count += 1) frames.add(app);
  expect(frames.respond(new Request(ORIGIN + first))?.status).toBe(404);
});
