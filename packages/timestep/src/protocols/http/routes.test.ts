import { expect, it } from 'vitest';
import { createRoutes } from './routes.ts';

const find = createRoutes({
  'GET /tasks/?': 'list',
  'POST /tasks/?': 'create',
  'GET /tasks/new': 'form',
  'POST /tasks/:id:cancel': 'cancel',
  'GET /tasks/:id': 'get',
  'DELETE /tasks/:id': 'remove',
  'GET /tasks/:id/parts/:part': 'part',
  'POST /message:send': 'send',
  'GET /files/*path': 'file',
  'GET /a.b/:id/?': 'escaped',
});

it.each<[string, string, object]>([
  ['GET', '/tasks', {}],
  ['GET', '/tasks/new', {}],
  ['GET', '/tasks/1', { id: '1' }],
  ['DELETE', '/tasks/1', { id: '1' }],
  ['GET', '/tasks/1/parts/2', { id: '1', part: '2' }],
  ['POST', '/tasks/1:cancel', { id: '1' }],
  ['GET', '/tasks/a%2Fb', { id: 'a/b' }],
  ['GET', '/tasks/%E0%A4', { id: '%E0%A4' }],
  ['POST', '/message:send', {}],
  ['GET', '/files/a/b%20c', { path: 'a/b c' }],
  ['GET', '/a.b/1/', { id: '1' }],
])('finds %s %s', (method, path, params) => {
  expect(find(method, path)).toMatchObject({ target: expect.any(String), params });
});

it.each(['/', '/task', '/tasks/1/', '/tasks/1/parts', '/tasks//parts/2', '/axb/1', '/files/', ''])(
  'finds nothing for %s',
  (path) => {
    expect(find('GET', path)).toBeUndefined();
  },
);

it('takes a path with a slash at the end if its pattern says so', () => {
  expect(find('POST', '/tasks/')?.target).toBe('create');
  expect(find('POST', '/tasks')?.target).toBe('create');
  expect(find('GET', '/tasks/new/')).toBeUndefined();
});

it('takes the first pattern that matches, and names its methods if none is right', () => {
  expect(find('GET', '/tasks/1:cancel')).toEqual({
    target: undefined,
    params: { id: '1' },
    allow: ['POST'],
  });
  expect(find('PUT', '/tasks/1')).toMatchObject({ target: undefined, allow: ['GET', 'DELETE'] });
});
