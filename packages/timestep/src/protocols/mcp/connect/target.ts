import type { FetchHandler } from '#protocols/http';

/** How to reach an MCP server: at a URL, as a command to start, or as a handler in this process. */
export type EnvironmentTarget =
  | {
      readonly url: string | URL;
      /** Transport: Streamable HTTP, or `sse` of MCP 2024-11-05. Default: the first that works. */
      readonly transport?: 'streamable-http' | 'sse';
    }
  | {
      readonly command: string;
      readonly args?: readonly string[];
      /** Environment variables of the child process, in addition to HOME, LOGNAME, PATH, SHELL, TERM and USER. */
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
      /** What happens to standard error of the child process. Default `inherit`. */
      readonly stderr?: 'inherit' | 'ignore';
    }
  | { readonly handler: FetchHandler };

/** Returns the display name of a server: its URL without parts that may be secret, or its command. */
export function getServerName(target: EnvironmentTarget): string {
  if ('url' in target) {
    const { origin, pathname } = new URL(target.url);
    return `${origin}${pathname}`;
  }
  return 'command' in target ? `"${target.command}"` : 'this process';
}
