import type { Operation } from './operation.ts';
import type { Version } from './version.ts';

/** A path of the REST binding: its operation and its version. */
export interface RestRoute {
  readonly operation: Operation;
  readonly version: Version;
  readonly methods: readonly string[];
  readonly taskId?: string;
  /** A push config of the task. */
  readonly configId?: string;
}

const GET = ['GET'];
const POST = ['POST'];
const GET_OR_POST = ['GET', 'POST'];
const GET_OR_DELETE = ['GET', 'DELETE'];

/** The route of a path (section 11.3), or nothing when it is not a path of A2A. */
export function restRoute(path: string, method: string): RestRoute | undefined {
  if (!path.startsWith('/v1/')) return routeIn(path, '1.0', method);
  return routeIn(path.slice('/v1'.length), '0.3', method);
}

function routeIn(path: string, version: Version, method: string): RestRoute | undefined {
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
        ? taskRoute(path.slice('/tasks/'.length), version, method)
        : undefined;
  }
}

function taskRoute(rest: string, version: Version, method: string): RestRoute | undefined {
  const [name = '', collection, configId] = rest.split('/');
  if (collection !== undefined) {
    if (collection !== 'pushNotificationConfigs') return undefined;
    const taskId = idIn(name, '');
    if (configId === undefined || configId === '') {
      const operation = method === 'POST' ? 'push-set' : 'push-list';
      return { operation, version, methods: GET_OR_POST, taskId };
    }
    const operation = method === 'DELETE' ? 'push-remove' : 'push-get';
    return { operation, version, methods: GET_OR_DELETE, taskId, configId: idIn(configId, '') };
  }
  if (name.endsWith(':cancel')) {
    return { operation: 'cancel', version, methods: POST, taskId: idIn(name, ':cancel') };
  }
  if (name.endsWith(':subscribe')) {
    const taskId = idIn(name, ':subscribe');
    // The protocol buffers say GET, and the specification's text says POST.
    return { operation: 'subscribe', version, methods: GET_OR_POST, taskId };
  }
  return { operation: 'get', version, methods: GET, taskId: idIn(name, '') };
}

function idIn(name: string, verb: string): string {
  const encoded = name.slice(0, name.length - verb.length);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
