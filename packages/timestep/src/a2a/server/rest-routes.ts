import type { Operation } from './operation-context.ts';
import type { A2AVersion } from './requested-version.ts';

/** A route of the REST binding: its operation, version and ids. */
export interface RestRoute {
  readonly operation: Operation;
  readonly version: A2AVersion;
  readonly methods: readonly string[];
  readonly taskId?: string;
  /** The id of a push notification config of the task. */
  readonly configId?: string;
}

const GET = ['GET'];
const POST = ['POST'];
const GET_OR_POST = ['GET', 'POST'];
const GET_OR_DELETE = ['GET', 'DELETE'];

/** Finds the route of a path (section 11.3). Returns `undefined` if A2A has no such path. */
export function findRestRoute(path: string, method: string): RestRoute | undefined {
  if (!path.startsWith('/v1/')) return findRouteInVersion(path, '1.0', method);
  return findRouteInVersion(path.slice('/v1'.length), '0.3', method);
}

function findRouteInVersion(
  path: string,
  version: A2AVersion,
  method: string,
): RestRoute | undefined {
  switch (path) {
    case '/message:send':
      return { operation: 'send', version, methods: POST };
    case '/message:stream':
      return { operation: 'stream', version, methods: POST };
    case '/tasks':
      return version === '1.0' ? { operation: 'list', version, methods: GET } : undefined;
    case '/extendedAgentCard':
      return version === '1.0' ? { operation: 'extended-card', version, methods: GET } : undefined;
    case '/card':
      return version === '0.3' ? { operation: 'extended-card', version, methods: GET } : undefined;
    default:
      return path.startsWith('/tasks/')
        ? findTaskRoute(path.slice('/tasks/'.length), version, method)
        : undefined;
  }
}

function findTaskRoute(rest: string, version: A2AVersion, method: string): RestRoute | undefined {
  const [name = '', collection, configId] = rest.split('/');
  if (collection !== undefined) {
    if (collection !== 'pushNotificationConfigs') return undefined;
    const taskId = decodeId(name, '');
    if (configId === undefined || configId === '') {
      const operation = method === 'POST' ? 'push-set' : 'push-list';
      return { operation, version, methods: GET_OR_POST, taskId };
    }
    const operation = method === 'DELETE' ? 'push-remove' : 'push-get';
    return { operation, version, methods: GET_OR_DELETE, taskId, configId: decodeId(configId, '') };
  }
  if (name.endsWith(':cancel')) {
    return { operation: 'cancel', version, methods: POST, taskId: decodeId(name, ':cancel') };
  }
  if (name.endsWith(':subscribe')) {
    const taskId = decodeId(name, ':subscribe');
    // Both methods are accepted because the protocol buffers specify GET and the text of the
    // specification specifies POST.
    return { operation: 'subscribe', version, methods: GET_OR_POST, taskId };
  }
  return { operation: 'get', version, methods: GET, taskId: decodeId(name, '') };
}

function decodeId(name: string, suffix: string): string {
  const encoded = name.slice(0, name.length - suffix.length);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
