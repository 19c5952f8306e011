import type { JsonValue } from '#core';
import type { PushTarget } from '#engine/port';
import {
  targetToA2A03PushConfig,
  targetToA2A03RestPushConfig,
  targetToPushConfig,
} from '../wire/push-config.ts';
import {
  eventToA2A03,
  eventToA2A03Rest,
  messageToA2A03,
  taskToA2A03,
  taskToA2A03Rest,
} from '../wire/to-a2a-0-3.ts';
import type { WireEvent, WireMessage, WireTask } from '../wire/wire-types.ts';
import type { OperationResult } from './operation-context.ts';

/** Wire form of a result: A2A 0.3 over JSON-RPC or REST, or 1.0, in which both are equal. */
export type WireForm = '1.0' | '0.3' | '0.3 over REST';

interface Converters {
  readonly task: (task: WireTask) => unknown;
  readonly sent: (task: WireTask) => unknown;
  readonly message: (message: WireMessage) => unknown;
  /**
   * Converters of a result to its wire form. `isPast` means that the event happened before the reader connected.
   */
  readonly event: (event: WireEvent, isPast: boolean) => unknown;
  readonly pushConfig: (target: PushTarget) => JsonValue;
}

const CONVERTERS: Readonly<Record<WireForm, Converters>> = {
  '1.0': {
    task: (task) => task,
    sent: (task) => ({ task }),
    message: (message) => ({ message }),
    event: (event) => event,
    pushConfig: targetToPushConfig,
  },
  '0.3': {
    task: taskToA2A03,
    sent: taskToA2A03,
    message: messageToA2A03,
    event: eventToA2A03,
    pushConfig: targetToA2A03PushConfig,
  },
  '0.3 over REST': {
    task: taskToA2A03Rest,
    sent: (task) => ({ task: taskToA2A03Rest(task) }),
    message: (message) => eventToA2A03Rest({ message }),
    event: eventToA2A03Rest,
    pushConfig: targetToA2A03RestPushConfig,
  },
};

export function eventToJsonText(event: WireEvent, form: WireForm, isPast: boolean): string {
  return JSON.stringify(CONVERTERS[form].event(event, isPast));
}

export function resultToWire(
  result: Exclude<OperationResult, { kind: 'stream' }>,
  form: WireForm,
): unknown {
  const convert = CONVERTERS[form];
  switch (result.kind) {
    case 'sent':
      return convert.sent(result.task);
    case 'message':
      return convert.message(result.message);
    case 'task':
      return convert.task(result.task);
    case 'page':
      return result.page;
    case 'card':
      return result.card;
    case 'push-target':
      return convert.pushConfig(result.target);
    case 'push-targets': {
      const configs = result.targets.map(convert.pushConfig);
      return form === '0.3' ? configs : { configs, nextPageToken: '' };
    }
    case 'push-removed':
      return form === '0.3' ? null : {};
  }
}
