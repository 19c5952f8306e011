import { A2AError } from '../wire/a2a-error.ts';
import type { Operation } from './operation-context.ts';
import type { A2AVersion } from './requested-version.ts';

/** Section 9.4; in 0.3: section 3.5.6. */
const METHODS: Readonly<Record<A2AVersion, Readonly<Record<string, Operation>>>> = {
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

/** Throws `A2AError`, with a hint if the other version has the method. */
export function requireOperation(method: string, version: A2AVersion): Operation {
  const found = findOperation(method, version);
  if (found) return found;
  const shown = method.slice(0, 80);
  throw new A2AError(
    'method-not-found',
    `there is no method ${shown}${describeOtherVersion(method, version)}`,
  );
}

function describeOtherVersion(method: string, version: A2AVersion): string {
  if (version === '0.3' && findOperation(method, '1.0')) {
    return ' in A2A 0.3, the default version: for 1.0 send the header A2A-Version: 1.0';
  }
  if (version === '1.0' && findOperation(method, '0.3')) {
    return ' in A2A 1.0: for 0.3 omit the header A2A-Version';
  }
  return ` in A2A ${version}`;
}

function findOperation(method: string, version: A2AVersion): Operation | undefined {
  const methods = METHODS[version];
  return Object.hasOwn(methods, method) ? methods[method] : undefined;
}
