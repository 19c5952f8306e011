/** JSON-RPC methods by operation and version (section 9.4; in 0.3, section 3.5.6). */
const RPC_METHODS = {
  send: { '1.0': 'SendMessage', '0.3': 'message/send' },
  stream: { '1.0': 'SendStreamingMessage', '0.3': 'message/stream' },
  get: { '1.0': 'GetTask', '0.3': 'tasks/get' },
  list: { '1.0': 'ListTasks', '0.3': undefined },
  cancel: { '1.0': 'CancelTask', '0.3': 'tasks/cancel' },
  subscribe: { '1.0': 'SubscribeToTask', '0.3': 'tasks/resubscribe' },
  'push-set': {
    '1.0': 'CreateTaskPushNotificationConfig',
    '0.3': 'tasks/pushNotificationConfig/set',
  },
  'push-get': {
    '1.0': 'GetTaskPushNotificationConfig',
    '0.3': 'tasks/pushNotificationConfig/get',
  },
  'push-list': {
    '1.0': 'ListTaskPushNotificationConfigs',
    '0.3': 'tasks/pushNotificationConfig/list',
  },
  'push-remove': {
    '1.0': 'DeleteTaskPushNotificationConfig',
    '0.3': 'tasks/pushNotificationConfig/delete',
  },
  'extended-card': {
    '1.0': 'GetExtendedAgentCard',
    '0.3': 'agent/getAuthenticatedExtendedCard',
  },
} as const;

export type A2AVersion = '1.0' | '0.3';
export type Operation = keyof typeof RPC_METHODS;

export function getRpcMethod(operation: Operation, version: A2AVersion): string | undefined {
  return RPC_METHODS[operation][version];
}

const OPERATIONS: Readonly<Record<A2AVersion, ReadonlyMap<string | undefined, Operation>>> = {
  '1.0': indexOperations('1.0'),
  '0.3': indexOperations('0.3'),
};

export function findOperation(method: string, version: A2AVersion): Operation | undefined {
  return OPERATIONS[version].get(method);
}

function indexOperations(version: A2AVersion): ReadonlyMap<string | undefined, Operation> {
  const operations = Object.keys(RPC_METHODS) as Operation[];
  return new Map(operations.map((operation) => [getRpcMethod(operation, version), operation]));
}
