import { isJsonObject, type JsonValue } from '#core';

/** Origins that the resource of an MCP App declares, by what they may be used for (SEP-1865, UIResourceMeta). */
export interface AppOrigins {
  readonly connect: readonly string[];
  readonly resource: readonly string[];
}

/**
 * An origin, possibly with a wildcard as its first label. Nothing else may enter a
 * Content-Security-Policy header.
 */
const ORIGIN = /^(?:https|wss):\/\/(?:\*\.)?[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,8}(?::\d{1,5})?$/i;

/**
 * Reads the origins that an app declares in its resource. Origins without encryption (other than https and
 * wss) are omitted.
 */
export function readAppOrigins(meta: JsonValue | undefined): AppOrigins {
  const ui = isJsonObject(meta) ? meta['ui'] : undefined;
  const csp = isJsonObject(ui) ? ui['csp'] : undefined;
  const list = (name: string): readonly string[] => {
    const given = isJsonObject(csp) ? csp[name] : undefined;
    if (!Array.isArray(given)) return [];
    return given.flatMap((one) => (typeof one === 'string' && ORIGIN.test(one) ? [one] : []));
  };
  return { connect: list('connectDomains'), resource: list('resourceDomains') };
}

/**
 * Builds the content security policy of an app (SEP-1865, Host Behavior): its own inline code, declared origins, and
 * nothing else. It has an origin of its own, no cookies, and cannot open windows or leave its frame.
 */
export function buildAppPolicy({ connect, resource }: AppOrigins): string {
  const from = (...sources: readonly string[]): string => [...sources, ...resource].join(' ');
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${from("'unsafe-inline'")}`,
    `style-src ${from("'unsafe-inline'")}`,
    `img-src ${from('data:', 'blob:')}`,
    `font-src ${from('data:')}`,
    `media-src ${from('data:')}`,
    `connect-src ${connect.length > 0 ? connect.join(' ') : "'none'"}`,
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
