import type { JsonObject } from '../../core/index.ts';
import type { ReadJson } from '../../http/index.ts';
import type { OwnTasks } from '../../port/index.ts';
import { traceparentIn } from '../../trace/index.ts';
import { asA2AError, type A2AError } from '../wire/a2a-error.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import type { StreamSite } from './event-stream.ts';
import { extensionsIn } from './extensions.ts';
import { lastEventId } from './last-event-id.ts';
import type { Asking, Perform } from './operation.ts';
import type { Version } from './version.ts';

/** What the bindings of one agent share. */
export interface BindingOptions {
  readonly perform: Perform;
  readonly readJson: ReadJson;
  readonly streams: StreamSite;
  /** Receives what clients must not see: any error that is not a refusal. */
  readonly onError: (thrown: unknown) => void;
}

/** A request to an agent, with what both bindings read in the same way. */
export interface Asked {
  readonly request: Request;
  readonly tasks: OwnTasks;
  readonly principal: string;
  readonly cardOf: (version: Version, agent: AgentDescription) => JsonObject;
  /** Throws `A2AError` when the version asked for is not served. */
  readonly version: () => Version;
}

/** The caller of an operation, as its request says, in both bindings. */
export function askingOf(
  { request: { headers, signal }, tasks, principal, cardOf }: Asked,
  version: Version,
): Asking {
  return {
    tasks,
    principal,
    cardOf: (agent) => cardOf(version, agent),
    version,
    signal,
    seen: () => lastEventId(headers),
    extensions: extensionsIn(headers),
    traceparent: traceparentIn(headers),
  };
}

/** The error that a caller receives for anything thrown; other details go to `onError`. */
export function refusal(thrown: unknown, onError: BindingOptions['onError']): A2AError {
  const error = asA2AError(thrown);
  if (error.code === 'internal') onError(thrown);
  return error;
}
