import type { JsonValue } from '../../core/index.ts';
import { pushConfigOf, pushConfigTo03, pushConfigToRest03 } from '../wire/push-config.ts';
import type { Outcome } from './operation.ts';

export type PushOutcome = Extract<
  Outcome,
  { kind: 'push-target' | 'push-targets' | 'push-removed' }
>;

/** The answers of the four push operations; in 1.0 both bindings have the same. */
export function pushAnswer(outcome: PushOutcome, form: '1.0' | '0.3' | '0.3 over REST'): JsonValue {
  const configOf = {
    '1.0': pushConfigOf,
    '0.3': pushConfigTo03,
    '0.3 over REST': pushConfigToRest03,
  };
  switch (outcome.kind) {
    case 'push-target':
      return configOf[form](outcome.target);
    case 'push-targets': {
      const configs = outcome.targets.map(configOf[form]);
      return form === '0.3' ? configs : { configs, nextPageToken: '' };
    }
    case 'push-removed':
      return form === '0.3' ? null : {};
  }
}
