import { omitUndefined } from '#core';
import type { EnvironmentTarget } from '#protocols/mcp';
import { reportUnknownFields } from '../../text/unknown-fields.ts';
import { KNOWN_FIELDS } from '../known-fields.ts';
import type { Fields } from '../../text/fields.ts';
import {
  type SecretSources,
  type Expansion,
  expandTexts,
  expandText,
  expandTextList,
} from '../expand-texts.ts';
import { parseClientCredentials } from './client-credentials.ts';
import { parseSampling } from './sampling-budget.ts';
import { isServerName, parseSwitches } from './server-switches.ts';
import { reportUnknownFilters } from './tool-filters.ts';
import type { ToolServer } from './tool-server.ts';

const TYPES = ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse', 'internal'] as const;

/** Maximum timeout of a tool call in seconds: one day, the maximum duration of a handoff. */
const LONGEST_TIMEOUT_S = 24 * 60 * 60;

export function parseToolServers(
  servers: Fields,
  secrets: SecretSources,
  resolvePath: (cwd: string) => string,
): ToolServer[] {
  return Object.keys(servers.value).flatMap((name): ToolServer[] => {
    if (!isServerName(name)) {
      servers.reportMistake(name, 'must have a name of letters, digits, - and _');
      return [];
    }
    const server = servers.getObject(name);
    const type = server.getChoice('type', TYPES);
    if (type === 'internal') return [];
    const revealed = new Set<string>();
    const reveal = (secret: string): void => void revealed.add(secret);
    const expansion: Expansion = { secrets, reveal, folder: resolvePath('.') };
    const headers = expandTexts(server.getObject('headers'), expansion);
    const target = parseTarget(server, expansion, resolvePath, type);
    const oauth = parseClientCredentials(server, expansion);
    const options = omitUndefined({
      headers: Object.keys(headers).length > 0 ? headers : undefined,
      oauth,
      startTimeoutMs: parseTimeout(server, 'startTimeoutSeconds'),
      instructions: server.getFlag('instructions'),
      sampling: parseSampling(server),
      roots: parseRootPaths(server, resolvePath),
      callTimeoutMs: parseTimeout(server, 'callTimeoutSeconds'),
    });
    const reported = reportUnknownFilters(server);
    reportUnknownFields(server, KNOWN_FIELDS.server, reported);
    const switches = parseSwitches(server, true);
    return [{ name, target, secrets: [...revealed], ...options, ...switches }];
  });
}

function parseTimeout(server: Fields, name: string): number | undefined {
  const seconds = server.getNumber(name, 1, LONGEST_TIMEOUT_S);
  return seconds === undefined ? undefined : seconds * 1000;
}

function parseTarget(
  server: Fields,
  expansion: Expansion,
  resolvePath: (cwd: string) => string,
  type: (typeof TYPES)[number] | undefined,
): EnvironmentTarget {
  const url = expandText(server, 'url', expansion);
  const command = expandText(server, 'command', expansion);
  if (url === undefined && server.value['url'] !== undefined) return { url: '' };
  if (url !== undefined) {
    if (command !== undefined)
      server.reportMistake('command', 'cannot be combined with url: use one of them');
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      server.reportMistake('url', 'must be a URL such as http://127.0.0.1:8080/mcp');
    }
    if (type === 'sse') return { url, transport: type };
    return { url, ...(type?.startsWith('streamable') && { transport: 'streamable-http' }) };
  }
  return {
    command: server.requireText('command', command),
    args: expandTextList(server, 'args', expansion) ?? [],
    env: expandTexts(server.getObject('env'), expansion),
    cwd: resolvePath(expandText(server, 'cwd', expansion) ?? '.'),
  };
}

function parseRootPaths(
  server: Fields,
  resolvePath: (path: string) => string,
): readonly string[] | undefined {
  const given = server.value['roots'];
  if (typeof given === 'boolean') return given ? [resolvePath('.')] : undefined;
  return server.getTexts('roots')?.map(resolvePath);
}
