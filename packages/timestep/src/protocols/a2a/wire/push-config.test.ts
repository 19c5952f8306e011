import { describe, expect, it } from 'vitest';
import { createFields, type JsonObject } from '#core';
import type { PushTarget } from '#engine/port';
import { FIELD_RULES } from './a2a-fields.ts';
import {
  pushConfigFromA2A03,
  pushConfigFromA2A03Rest,
  targetToPushConfig,
  targetToA2A03PushConfig,
  pushParamsFromA2A03,
  readPushConfig,
} from './push-config.ts';

const target: PushTarget = {
  taskId: 't1',
  id: 'mine',
  url: 'https://example.com/hook',
  token: 'known',
  authentication: { scheme: 'Bearer', credentials: 'secret' },
  version: '1.0',
};
const { taskId: _task, version: _version, ...wish } = target;

describe('a config', () => {
  it('is read and shown as it was given, except for its credentials', () => {
    const { url } = wish;
    const given = {
      id: 'mine',
      url,
      token: 'known',
      authentication: { scheme: 'Bearer', credentials: 'secret' },
    };
    expect(readPushConfig(createFields(given, FIELD_RULES))).toEqual(wish);
    expect(targetToPushConfig(target)).toEqual({
      taskId: 't1',
      ...wish,
      authentication: { scheme: 'Bearer' },
    });
    expect(
      readPushConfig(createFields({ id: 'mine', url, authentication: {} }, FIELD_RULES)),
    ).toEqual({
      id: 'mine',
      url,
    });
    expect(
      JSON.stringify([targetToPushConfig(target), targetToA2A03PushConfig(target)]),
    ).not.toContain('secret');
  });

  it('is nested in 0.3, with schemes as a list', () => {
    const config = {
      id: 'mine',
      url: wish.url,
      token: 'known',
      authentication: { schemes: ['Bearer'] },
    };
    expect(targetToA2A03PushConfig(target)).toEqual({
      taskId: 't1',
      pushNotificationConfig: config,
    });
    const withCredentials = {
      ...config,
      authentication: { schemes: ['Bearer'], credentials: 'secret' },
    };
    expect(
      readPushConfig(createFields(pushConfigFromA2A03(withCredentials) as JsonObject, FIELD_RULES)),
    ).toEqual(wish);
    expect(pushParamsFromA2A03({ taskId: 't1', pushNotificationConfig: config })).toMatchObject({
      taskId: 't1',
      id: 'mine',
      authentication: { scheme: 'Bearer' },
    });
    expect(pushParamsFromA2A03({ id: 't1', pushNotificationConfigId: 'mine' })).toEqual({
      taskId: 't1',
      id: 'mine',
    });
  });

  it.each([
    ['in the open', { url: 'u' }],
    ['nested', { pushNotificationConfig: { url: 'u' } }],
    ['nested twice', { parent: 'p', config: { name: 'n', pushNotificationConfig: { url: 'u' } } }],
  ])('is found in a REST body of 0.3: %s', (_, body) => {
    expect(pushConfigFromA2A03Rest(body)).toMatchObject({ url: 'u' });
  });

  it.each<[string, JsonObject, string]>([
    ['no address', {}, 'c.url'],
    ['an address that is not a text', { url: 5 }, 'c.url'],
    [
      'authentication without a scheme',
      { url: 'u', authentication: { credentials: 'secret' } },
      'c.authentication.scheme',
    ],
    ['a token of two lines', { url: 'u', token: 'a\r\nX-Evil: b' }, 'c.token'],
  ])('is refused with %s', (_, config, field) => {
    expect(() => readPushConfig(createFields(config, FIELD_RULES, 'c'))).toThrow(field);
  });
});
