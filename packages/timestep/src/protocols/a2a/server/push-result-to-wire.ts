import type { JsonValue } from '../../../core/index.ts';
import {
  targetToPushConfig,
  targetToA2A03PushConfig,
  targetToA2A03RestPushConfig,
} from '../wire/push-config.ts';
import type { OperationResult } from './operation-context.ts';

export type PushResult = Extract<
  OperationResult,
  { kind: 'push-target' | 'push-targets' | 'push-removed' }
>;

/** In 1.0 both bindings use the same form. */
export function pushResultToWire(
  result: PushResult,
  form: '1.0' | '0.3' | '0.3 over REST',
): JsonValue {
  const toConfig = {
    '1.0': targetToPushConfig,
    '0.3': targetToA2A03PushConfig,
    '0.3 over REST': targetToA2A03RestPushConfig,
  };
  switch (result.kind) {
    case 'push-target':
      return toConfig[form](result.target);
    case 'push-targets': {
      const configs = result.targets.map(toConfig[form]);
      return form === '0.3' ? configs : { configs, nextPageToken: '' };
    }
    case 'push-removed':
      return form === '0.3' ? null : {};
  }
}
