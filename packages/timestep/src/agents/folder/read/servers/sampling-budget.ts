import { reportUnknownFields } from '../../text/unknown-fields.ts';
import { KNOWN_FIELDS } from '../known-fields.ts';
import type { Fields } from '../../text/fields.ts';

export interface SamplingBudget {
  readonly maxCalls: number;
  readonly maxTokens: number;
}

const DEFAULT_BUDGET: SamplingBudget = { maxCalls: 5, maxTokens: 20_000 };

export function parseSampling(server: Fields): SamplingBudget | undefined {
  const given = server.value['sampling'];
  if (given === undefined || given === null || typeof given === 'boolean') {
    return given === true ? DEFAULT_BUDGET : undefined;
  }
  if (typeof given !== 'object') {
    const message = 'must be true, or an object such as { "maxCalls": 5, "maxTokens": 20000 }';
    server.reportMistake('sampling', message);
    return undefined;
  }
  const budget = server.getObject('sampling');
  reportUnknownFields(budget, KNOWN_FIELDS.sampling);
  return {
    maxCalls: budget.getNumber('maxCalls', 1, 1000) ?? DEFAULT_BUDGET.maxCalls,
    maxTokens: budget.getNumber('maxTokens', 1, 10_000_000) ?? DEFAULT_BUDGET.maxTokens,
  };
}
