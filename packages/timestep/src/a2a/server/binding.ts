import type { ReadJson } from '../../http/index.ts';
import type { OwnTasks } from '../../port/index.ts';
import { asA2AError, type A2AError } from '../wire/a2a-error.ts';
import type { StreamSite } from './event-stream.ts';
import type { Perform } from './operation.ts';
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
  /** Throws `A2AError` when the version asked for is not served. */
  readonly version: () => Version;
}

/** The error that a caller receives for anything thrown; other details go to `onError`. */
export function refusal(thrown: unknown, onError: BindingOptions['onError']): A2AError {
  const error = asA2AError(thrown);
  if (error.code === 'internal') onError(thrown);
  return error;
}
