import { A2AError } from '../wire/a2a-error.ts';
import type { Operation } from './operation.ts';
import type { Version } from './version.ts';

/** The names of the operations in each version (section 9.4; 0.3: section 3.5.6). */
const METHODS: Readonly<Record<Version, Readonly<Record<string, Operation>>>> = {
  '1.0': {
    SendMessage: 'send',
    SendStreamingMessage: 'stream',
    GetTask: 'get',
    ListTasks: 'list',
    CancelTask: 'cancel',
    SubscribeToTask: 'subscribe',
    CreateTaskPushNotificationConfig: 'push-set',
    GetTaskPushNotificationConfig: 'push-get',
    ListTaskPushNotificationConfigs: 'push-list',
    DeleteTaskPushNotificationConfig: 'push-remove',
    GetExtendedAgentCard: 'extended-card',
  },
  '0.3': {
    'message/send': 'send',
    'message/stream': 'stream',
    'tasks/get': 'get',
    'tasks/cancel': 'cancel',
    'tasks/resubscribe': 'subscribe',
    'tasks/pushNotificationConfig/set': 'push-set',
    'tasks/pushNotificationConfig/get': 'push-get',
    'tasks/pushNotificationConfig/list': 'push-list',
    'tasks/pushNotificationConfig/delete': 'push-remove',
    'agent/getAuthenticatedExtendedCard': 'extended-card',
  },
};

/**
 * The operation that a method names in a version; throws `A2AError`, with a hint where there is
 * one.
 */
export function rpcMethod(method: string, version: Version): Operation {
  const found = named(method, version);
  if (found) return found;
  const shown = method.slice(0, 80);
  throw new A2AError('method-not-found', `there is no method ${shown}${hint(method, version)}`);
}

function hint(method: string, version: Version): string {
  if (version === '0.3' && named(method, '1.0')) {
    return ' in A2A 0.3, which a request without a version is; for 1.0 send the header A2A-Version: 1.0';
  }
  if (version === '1.0' && named(method, '0.3')) {
    return ' in A2A 1.0; for 0.3 leave out the header A2A-Version';
  }
  return ` in A2A ${version}`;
}

function named(method: string, version: Version): Operation | undefined {
  const methods = METHODS[version];
  return Object.hasOwn(methods, method) ? methods[method] : undefined;
}
