import { createRoutes } from '#protocols/http';
import type { A2AVersion, Operation } from '../wire/rpc-methods.ts';

export interface RestRoute {
  /** The requested operation. Undefined if the path does not support the method. */
  readonly operation: Operation | undefined;
  readonly version: A2AVersion;
  readonly methods: readonly string[];
  readonly taskId?: string;
  readonly configId?: string;
}

/** REST routes of both versions (section 11.3). */
const ROUTES: Readonly<Record<string, Operation>> = {
  'POST /message:send': 'send',
  'POST /message:stream': 'stream',
  'GET /tasks/': 'get',
  'POST /tasks/:taskId:cancel': 'cancel',
  // A2A's protocol buffers subscribe by GET, the text of its specification by POST: both are served.
  'GET /tasks/:taskId:subscribe': 'subscribe',
  'POST /tasks/:taskId:subscribe': 'subscribe',
  'GET /tasks/:taskId': 'get',
  'GET /tasks/:taskId/pushNotificationConfigs/?': 'push-list',
  'POST /tasks/:taskId/pushNotificationConfigs/?': 'push-set',
  'GET /tasks/:taskId/pushNotificationConfigs/:configId': 'push-get',
  'DELETE /tasks/:taskId/pushNotificationConfigs/:configId': 'push-remove',
};

const findRoute = {
  '1.0': createRoutes<Operation>({
    ...ROUTES,
    'GET /tasks': 'list',
    'GET /extendedAgentCard': 'extended-card',
  }),
  '0.3': createRoutes<Operation>({ ...ROUTES, 'GET /card': 'extended-card' }),
};

export function findRestRoute(path: string, method: string): RestRoute | undefined {
  const version = path.startsWith('/v1/') ? '0.3' : '1.0';
  const found = findRoute[version](method, version === '0.3' ? path.slice('/v1'.length) : path);
  return found && { operation: found.target, version, methods: found.allow, ...found.params };
}
