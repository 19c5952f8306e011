import type { EnvironmentTarget } from './target.ts';

/** The target by a name that people recognise, without the parts of an address that may be secret. */
export function nameOf(target: EnvironmentTarget): string {
  if ('url' in target) {
    const { origin, pathname } = new URL(target.url);
    return `${origin}${pathname}`;
  }
  return 'command' in target ? `"${target.command}"` : 'this process';
}
