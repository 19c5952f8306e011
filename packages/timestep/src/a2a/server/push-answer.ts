import type { JsonValue } from '../../core/index.ts';
import { pushConfigOf, pushConfigTo03 } from '../wire/push-config.ts';
import type { Outcome } from './operations.ts';
import type { Version } from './version.ts';

export type PushOutcome = Extract<
  Outcome,
  { kind: 'push-target' | 'push-targets' | 'push-removed' }
>;

/** What the four push operations answer, which is the same over both bindings. */
export function pushAnswer(outcome: PushOutcome, version: Version): JsonValue {
  const isNew = version === '1.0';
  switch (outcome.kind) {
    case 'push-target':
      return isNew ? pushConfigOf(outcome.target) : pushConfigTo03(outcome.target);
    case 'push-targets':
      return isNew
        ? { configs: outcome.targets.map(pushConfigOf), nextPageToken: '' }
        : outcome.targets.map(pushConfigTo03);
    case 'push-removed':
      return isNew ? {} : null;
  }
}
