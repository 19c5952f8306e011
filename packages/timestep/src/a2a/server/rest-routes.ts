import type { Operation } from './operations.ts';
import type { Version } from './version.ts';

/** A path of the REST binding: what it is for, and in which version. */
export interface RestRoute {
  readonly operation: Operation;
  readonly version: Version;
  readonly methods: readonly string[];
  readonly taskId?: string;
}

const GET = ['GET'];
const POST = ['POST'];
const GET_OR_POST = ['GET', 'POST'];
const ANY = ['GET', 'POST', 'PUT', 'DELETE'];

/** The route of a path (section 11.3), or nothing when it is not a path of A2A. */
export function restRoute(path: string): RestRoute | undefined {
  if (!path.startsWith('/v1/')) return routeIn(path, '1.0');
  return routeIn(path.slice('/v1'.length), '0.3');
}

function routeIn(path: string, version: Version): RestRoute | undefined {
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
        ? taskRoute(path.slice('/tasks/'.length), version)
        : undefined;
  }
}

function taskRoute(rest: string, version: Version): RestRoute | undefined {
  const [name = '', collection] = rest.split('/');
  if (collection !== undefined) {
    return collection === 'pushNotificationConfigs'
      ? { operation: 'push-notifications', version, methods: ANY }
      : undefined;
  }
  if (name.endsWith(':cancel')) {
    return { operation: 'cancel', version, methods: POST, taskId: idIn(name, ':cancel') };
  }
  if (name.endsWith(':subscribe')) {
    const taskId = idIn(name, ':subscribe');
    // The protocol buffers say GET, the specification's text POST.
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
