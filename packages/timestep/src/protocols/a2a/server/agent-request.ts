import type { JsonObject } from '../../../core/index.ts';
import type { ReadJson } from '../../http/index.ts';
import type { OwnTasks } from '../../../engine/port/index.ts';
import { readTraceparentHeader } from '../../trace/index.ts';
import { toA2AError, type A2AError } from '../wire/a2a-error.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import type { StreamDeps } from './event-stream.ts';
import { readExtensions } from './extensions.ts';
import { readLastEventId } from './last-event-id.ts';
import type { OperationContext, PerformOperation } from './operation-context.ts';
import type { A2AVersion } from './requested-version.ts';

export interface BindingOptions {
  readonly perform: PerformOperation;
  readonly readJson: ReadJson;
  readonly streams: StreamDeps;
  /** Receives internal errors, which clients must not see. */
  readonly onError: (thrown: unknown) => void;
}

export interface AgentRequest {
  readonly request: Request;
  readonly tasks: OwnTasks;
  readonly principal: string;
  readonly buildCard: (version: A2AVersion, agent: AgentDescription) => JsonObject;
  /** Throws `A2AError` if the requested version is not served. */
  readonly readVersion: () => A2AVersion;
}

export function createOperationContext(
  { request: { headers, signal }, tasks, principal, buildCard }: AgentRequest,
  version: A2AVersion,
): OperationContext {
  return {
    tasks,
    principal,
    buildCard: (agent) => buildCard(version, agent),
    version,
    signal,
    readLastEventId: () => readLastEventId(headers),
    extensions: readExtensions(headers),
    traceparent: readTraceparentHeader(headers),
  };
}

/** Internal errors are also passed to `onError`. */
export function toCallerError(thrown: unknown, onError: BindingOptions['onError']): A2AError {
  const error = toA2AError(thrown);
  if (error.code === 'internal') onError(thrown);
  return error;
}
