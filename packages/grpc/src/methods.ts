import * as a2a from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import type { JsonObject } from '@timestep-ai/timestep/core';

/** A gRPC method of A2A, with codecs between its messages and their JSON. */
export interface GrpcMethod {
  readonly name: string;
  readonly path: string;
  readonly responseStream: boolean;
  readonly request: Codec;
  readonly response: Codec;
}

interface Codec {
  readonly decode: (bytes: Buffer) => JsonObject;
  readonly encode: (json: JsonObject) => Buffer;
}

/** All methods of the A2A gRPC service (section 10). */
export const METHODS: readonly GrpcMethod[] = [
  defineMethod(
    'SendMessage',
    A2AService.sendMessage,
    a2a.SendMessageRequest,
    a2a.SendMessageResponse,
  ),
  defineMethod(
    'SendStreamingMessage',
    A2AService.sendStreamingMessage,
    a2a.SendMessageRequest,
    a2a.StreamResponse,
  ),
  defineMethod('GetTask', A2AService.getTask, a2a.GetTaskRequest, a2a.Task),
  defineMethod('ListTasks', A2AService.listTasks, a2a.ListTasksRequest, a2a.ListTasksResponse),
  defineMethod('CancelTask', A2AService.cancelTask, a2a.CancelTaskRequest, a2a.Task),
  defineMethod(
    'SubscribeToTask',
    A2AService.subscribeToTask,
    a2a.SubscribeToTaskRequest,
    a2a.StreamResponse,
  ),
  defineMethod(
    'CreateTaskPushNotificationConfig',
    A2AService.createTaskPushNotificationConfig,
    a2a.TaskPushNotificationConfig,
    a2a.TaskPushNotificationConfig,
  ),
  defineMethod(
    'GetTaskPushNotificationConfig',
    A2AService.getTaskPushNotificationConfig,
    a2a.GetTaskPushNotificationConfigRequest,
    a2a.TaskPushNotificationConfig,
  ),
  defineMethod(
    'ListTaskPushNotificationConfigs',
    A2AService.listTaskPushNotificationConfigs,
    a2a.ListTaskPushNotificationConfigsRequest,
    a2a.ListTaskPushNotificationConfigsResponse,
  ),
  defineMethod(
    'GetExtendedAgentCard',
    A2AService.getExtendedAgentCard,
    a2a.GetExtendedAgentCardRequest,
    a2a.AgentCard,
  ),
  defineMethod(
    'DeleteTaskPushNotificationConfig',
    A2AService.deleteTaskPushNotificationConfig,
    a2a.DeleteTaskPushNotificationConfigRequest,
    createEmptyConverter(),
  ),
];

interface JsonConverter<Value> {
  readonly fromJSON: (json: JsonObject) => Value;
  readonly toJSON: (value: Value) => unknown;
}

interface MethodDefinition<Request, Response> {
  readonly path: string;
  readonly responseStream: boolean;
  readonly requestSerialize: (value: Request) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly responseSerialize: (value: Response) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

function defineMethod<Request, Response>(
  name: string,
  definition: MethodDefinition<Request, Response>,
  request: JsonConverter<Request>,
  response: JsonConverter<Response>,
): GrpcMethod {
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

function createEmptyConverter(): JsonConverter<object> {
  return { fromJSON: () => ({}), toJSON: () => ({}) };
}
