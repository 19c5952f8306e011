import * as a2a from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import type { MethodDefinition } from '@grpc/grpc-js';
import { basename } from 'node:path/posix';
import type { JsonObject } from '@timestep-ai/timestep/core';

/** A gRPC method of A2A; its request and response are converted to and from their JSON form. */
export interface GrpcMethod extends MethodDefinition<JsonObject, JsonObject> {
  readonly name: string;
}

interface JsonConverter<Value> {
  readonly fromJSON: (json: JsonObject) => Value;
  readonly toJSON: (value: Value) => unknown;
}

const EMPTY: JsonConverter<object> = { fromJSON: () => ({}), toJSON: () => ({}) };

/** All methods of the A2A gRPC service (section 10). */
export const METHODS: readonly GrpcMethod[] = [
  defineMethod(A2AService.sendMessage, a2a.SendMessageRequest, a2a.SendMessageResponse),
  defineMethod(A2AService.sendStreamingMessage, a2a.SendMessageRequest, a2a.StreamResponse),
  defineMethod(A2AService.getTask, a2a.GetTaskRequest, a2a.Task),
  defineMethod(A2AService.listTasks, a2a.ListTasksRequest, a2a.ListTasksResponse),
  defineMethod(A2AService.cancelTask, a2a.CancelTaskRequest, a2a.Task),
  defineMethod(A2AService.subscribeToTask, a2a.SubscribeToTaskRequest, a2a.StreamResponse),
  defineMethod(
    A2AService.createTaskPushNotificationConfig,
    a2a.TaskPushNotificationConfig,
    a2a.TaskPushNotificationConfig,
  ),
  defineMethod(
    A2AService.getTaskPushNotificationConfig,
    a2a.GetTaskPushNotificationConfigRequest,
    a2a.TaskPushNotificationConfig,
  ),
  defineMethod(
    A2AService.listTaskPushNotificationConfigs,
    a2a.ListTaskPushNotificationConfigsRequest,
    a2a.ListTaskPushNotificationConfigsResponse,
  ),
  defineMethod(A2AService.getExtendedAgentCard, a2a.GetExtendedAgentCardRequest, a2a.AgentCard),
  defineMethod(
    A2AService.deleteTaskPushNotificationConfig,
    a2a.DeleteTaskPushNotificationConfigRequest,
    EMPTY,
  ),
];

function defineMethod<Request, Response>(
  definition: MethodDefinition<Request, Response>,
  request: JsonConverter<Request>,
  response: JsonConverter<Response>,
): GrpcMethod {
  return {
    ...definition,
    name: basename(definition.path),
    requestSerialize: (json) => definition.requestSerialize(request.fromJSON(json)),
    requestDeserialize: (bytes) =>
      request.toJSON(definition.requestDeserialize(bytes)) as JsonObject,
    responseSerialize: (json) => definition.responseSerialize(response.fromJSON(json)),
    responseDeserialize: (bytes) =>
      response.toJSON(definition.responseDeserialize(bytes)) as JsonObject,
  };
}
