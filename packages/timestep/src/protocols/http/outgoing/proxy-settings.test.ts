import { expect, it } from 'vitest';
import { findProxy, readProxySettings } from './proxy-settings.ts';

const HTTPS_PROXY = 'http://proxy.example:3128';

function find(url: string, variables: Record<string, string>): string | undefined {
  const settings = readProxySettings(variables);
  return settings && findProxy(new URL(url), settings);
}

it.each<[string, Record<string, string>, string | undefined]>([
  ['https://api.example/', {}, undefined],
  ['https://api.example/', { HTTPS_PROXY }, HTTPS_PROXY],
  ['https://api.example/', { https_proxy: HTTPS_PROXY }, HTTPS_PROXY],
  ['https://api.example/', { HTTPS_PROXY: 'http://other', https_proxy: HTTPS_PROXY }, HTTPS_PROXY],
  ['https://api.example/', { HTTPS_PROXY, https_proxy: '' }, HTTPS_PROXY],
  ['https://api.example/', { HTTPS_PROXY: 'proxy.example:3128' }, HTTPS_PROXY],
  ['http://api.example/', { HTTPS_PROXY }, undefined],
  ['https://api.example/', { HTTP_PROXY: HTTPS_PROXY }, undefined],
  ['http://api.example/', { HTTP_PROXY: HTTPS_PROXY }, HTTPS_PROXY],
  ['http://api.example/', { http_proxy: HTTPS_PROXY }, HTTPS_PROXY],
])('reads for %s from %j the proxy %s', (url, variables, proxy) => {
  expect(find(url, variables)).toBe(proxy);
});

it.each<[string, string]>([
  ['https://localhost:8443/', ''],
  ['https://a.localhost/', ''],
  ['https://127.0.0.9/', ''],
  ['https://[::1]/', ''],
  ['https://api.example/', '*'],
  ['https://api.example/', 'other.example, api.example'],
  ['https://api.example/', 'other.example api.example'],
  ['https://API.example./', 'Api.Example'],
  ['https://a.api.example/', 'api.example'],
  ['https://a.api.example/', '.api.example'],
  ['https://api.example/', '.api.example'],
  ['https://a.api.example/', '*.api.example'],
  ['https://api.example:8443/', 'api.example:8443'],
  ['https://api.example/', 'api.example:443'],
  ['https://10.1.2.3/', '10.0.0.0/8'],
  ['https://10.1.2.3/', '10.1.2.3'],
  ['https://10.1.2.3:8443/', '10.1.2.3:8443'],
  ['https://[fd00::1]/', 'fc00::/7'],
  ['https://[fd00::1]/', 'fd00::1'],
  ['https://[fd00::1]/', '[fd00::1]'],
  ['https://[fd00::1]:8443/', '[fd00::1]:8443'],
])('reaches %s directly with NO_PROXY "%s"', (url, NO_PROXY) => {
  expect(find(url, { HTTPS_PROXY, NO_PROXY })).toBeUndefined();
  expect(find(url, { HTTPS_PROXY, no_proxy: NO_PROXY })).toBeUndefined();
});

it.each<[string, string]>([
  ['https://api.example/', ''],
  ['https://api.example/', ',,'],
  ['https://api.example/', '.'],
  ['https://myapi.example/', 'api.example'],
  ['https://api.example.org/', 'api.example'],
  ['https://api.example/', 'api.example:8443'],
  ['https://11.1.2.3/', '10.0.0.0/8'],
  ['https://10.1.2.3/', '10.1.2.3:8443'],
  ['https://10.1.2.3/', '10.0.0.0/99'],
  ['https://10.1.2.3/', '1.2.3'],
  ['https://[fd00::1]/', '10.0.0.0/8'],
  ['https://localhost.example/', ''],
])('reaches %s through the proxy with NO_PROXY "%s"', (url, NO_PROXY) => {
  expect(find(url, { HTTPS_PROXY, NO_PROXY })).toBe(HTTPS_PROXY);
});
