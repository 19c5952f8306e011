import type { EnvironmentTarget } from './target.ts';

/** The display name of a server: its URL without the parts that may be secret, or its command. */
export function getTargetName(target: EnvironmentTarget): string {
  if ('url' in target) {
    const { origin, pathname } = new URL(target.url);
    return `${origin}${pathname}`;
  }
  return 'command' in target ? `"${target.command}"` : 'this process';
}
