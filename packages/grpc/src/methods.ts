import * as a2a from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import type { JsonObject } from '@timestep-ai/timestep/core';

/** A method of the service: each message is read and written as its JSON. */
export interface Method {
  /** The name in JSON-RPC, which is that of the service as well. */
  readonly name: string;
  readonly path: string;
  readonly responseStream: boolean;
  readonly request: Codec;
  readonly response: Codec;
}

/** Between the bytes of a message and its JSON. */
interface Codec {
  readonly decode: (bytes: Buffer) => JsonObject;
  readonly encode: (json: JsonObject) => Buffer;
}

/** The methods of the service, as the protocol defines it (section 10). */
export const METHODS: readonly Method[] = [
  method('SendMessage', A2AService.sendMessage, a2a.SendMessageRequest, a2a.SendMessageResponse),
  method(
    'SendStreamingMessage',
    A2AService.sendStreamingMessage,
    a2a.SendMessageRequest,
    a2a.StreamResponse,
  ),
  method('GetTask', A2AService.getTask, a2a.GetTaskRequest, a2a.Task),
  method('ListTasks', A2AService.listTasks, a2a.ListTasksRequest, a2a.ListTasksResponse),
  method('CancelTask', A2AService.cancelTask, a2a.CancelTaskRequest, a2a.Task),
  method(
    'SubscribeToTask',
    A2AService.subscribeToTask,
    a2a.SubscribeToTaskRequest,
    a2a.StreamResponse,
  ),
  method(
    'CreateTaskPushNotificationConfig',
    A2AService.createTaskPushNotificationConfig,
    a2a.TaskPushNotificationConfig,
    a2a.TaskPushNotificationConfig,
  ),
  method(
    'GetTaskPushNotificationConfig',
    A2AService.getTaskPushNotificationConfig,
    a2a.GetTaskPushNotificationConfigRequest,
    a2a.TaskPushNotificationConfig,
  ),
  method(
    'ListTaskPushNotificationConfigs',
    A2AService.listTaskPushNotificationConfigs,
    a2a.ListTaskPushNotificationConfigsRequest,
    a2a.ListTaskPushNotificationConfigsResponse,
  ),
  method(
    'GetExtendedAgentCard',
    A2AService.getExtendedAgentCard,
    a2a.GetExtendedAgentCardRequest,
    a2a.AgentCard,
  ),
  method(
    'DeleteTaskPushNotificationConfig',
    A2AService.deleteTaskPushNotificationConfig,
    a2a.DeleteTaskPushNotificationConfigRequest,
    emptyJson(),
  ),
];

/** What a message is as JSON. */
interface Json<Value> {
  readonly fromJSON: (json: JsonObject) => Value;
  readonly toJSON: (value: Value) => unknown;
}

interface Definition<Request, Response> {
  readonly path: string;
  readonly responseStream: boolean;
  readonly requestSerialize: (value: Request) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly responseSerialize: (value: Response) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

function method<Request, Response>(
  name: string,
  definition: Definition<Request, Response>,
  request: Json<Request>,
  response: Json<Response>,
): Method {
  const { path, responseStream } = definition;
  return {
    name,
    path,
    responseStream,
    request: {
      decode: (bytes) => request.toJSON(definition.requestDeserialize(bytes)) as JsonObject,
      encode: (json) => definition.requestSerialize(request.fromJSON(json)),
    },
    response: {
      decode: (bytes) => response.toJSON(definition.responseDeserialize(bytes)) as JsonObject,
      encode: (json) => definition.responseSerialize(response.fromJSON(json)),
    },
  };
}

/** The message without fields. */
function emptyJson(): Json<object> {
  return { fromJSON: () => ({}), toJSON: () => ({}) };
}
