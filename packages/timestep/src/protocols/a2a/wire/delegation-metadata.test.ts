import { expect, it } from 'vitest';
import { HOPS_META, type JsonObject } from '#core';
import {
  DELEGATION_META,
  delegationOrHopsFromMetadata,
  delegationToMetadata,
} from './delegation-metadata.ts';

const key = 'shared by two servers';
const messageId = 'm1';
const delegation = { path: ['desk@one', 'sky@two'], budget: { steps: 5, cost_usd: 0.25 } };
const signed = delegationToMetadata(delegation, { key, messageId });
const strangers = { path: ['?', '?'] };

it('is read by a server with the same key as it was written', () => {
  expect(delegationOrHopsFromMetadata(signed, { key, messageId })).toEqual(delegation);
  // What passed through another implementation may have its fields in another order.
  const { path, budget, signature } = signed[DELEGATION_META] as JsonObject;
  const reordered = { [DELEGATION_META]: { signature, budget, path } as JsonObject };
  expect(delegationOrHopsFromMetadata(reordered, { key, messageId })).toEqual(delegation);
});

it('tells strangers the number of calls, and nothing else', () => {
  expect(delegationToMetadata(delegation, { messageId })).toEqual({ [HOPS_META]: 2 });
});

it.each<[string, JsonObject, { key?: string; messageId: string }]>([
  ['no key here', signed, { messageId }],
  ['another key', signed, { key: 'another', messageId }],
  ['another message', signed, { key, messageId: 'm2' }],
  [
    'a changed path',
    { ...signed, [DELEGATION_META]: { ...Object(signed[DELEGATION_META]), path: [] } },
    { key, messageId },
  ],
  [
    'a larger budget',
    { ...signed, [DELEGATION_META]: { ...Object(signed[DELEGATION_META]), budget: { steps: 9 } } },
    { key, messageId },
  ],
  ['no signature', { ...signed, [DELEGATION_META]: { path: [] } }, { key, messageId }],
  ['something else', { ...signed, [DELEGATION_META]: 'trust me' }, { key, messageId }],
])('believes the number of calls alone with %s', (_name, metadata, signing) => {
  expect(delegationOrHopsFromMetadata(metadata, signing)).toEqual(strangers);
});

it('is absent where nobody delegated', () => {
  expect(delegationOrHopsFromMetadata({}, { key, messageId })).toBeUndefined();
  expect(delegationOrHopsFromMetadata({ [HOPS_META]: 'many' }, { messageId })).toBeUndefined();
});

it('makes no long path of a large number', () => {
  expect(delegationOrHopsFromMetadata({ [HOPS_META]: 2 ** 40 }, { messageId })?.path.length).toBe(
    1000,
  );
});
