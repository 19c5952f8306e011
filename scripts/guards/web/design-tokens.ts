import type { SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

const FOLDER = 'apps/web/src/';
const TOKENS = `${FOLDER}tokens.css`;
const TOKEN_LINE = /^ {2}--(text|radius)-([a-z0-9]+):/gm;

/** Utilities whose numbers are steps of the grid. Tracks of grids and breakpoints are layout. */
const SPACING =
  /^-?(?:(?:scroll-)?[pm][xytrblse]?|gap(?:-[xy])?|space-[xy]|(?:min-|max-)?[wh]|size|inset(?:-[xy])?|top|bottom|left|right|start|end|basis|indent|leading|translate-[xy])-(.+)$/;
const RADIUS = /^rounded(?:-(?:[trblse]|[tbse][lrse]))?(?:-(.+))?$/;
const TYPE_SIZE = /^text-(\[[\d.].*|\d?x[sl]|\d*xl|sm|base|lg)(?:\/.*)?$/;
const LENGTH = /\d(?:px|rem)\b/;
const SIZED_STYLE =
  /^\s*(font-size|line-height|border-radius|(?:margin|padding)[a-z-]*|(?:row-|column-)?gap):\s*([^;]+)/;
const RAW_COLOR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i;

type Tokens = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Refuses radii, sizes of type and colors that `tokens.css` does not name, and distances that are no
 * whole or half step of its grid. Such a value would look almost like its neighbors.
 */
export function designTokens(files: readonly SourceFile[]): Verdict {
  const text = files.find(({ path }) => path === TOKENS)?.text;
  if (text === undefined) return { summary: 'no tokens', problems: [`${TOKENS} was not found`] };
  const found = [...text.matchAll(TOKEN_LINE)];
  const tokens = new Map(
    ['text', 'radius'].map((group) => [
      group,
      new Set(found.filter(([, one]) => one === group).map(([, , name = '']) => name)),
    ]),
  );
  const checked = files.filter(
    ({ path }) =>
      path.startsWith(FOLDER) && path !== TOKENS && /(?<!\.test)\.(?:css|tsx?)$/.test(path),
  );
  return {
    summary: `${found.length} tokens, ${checked.length} files`,
    problems: checked.flatMap(({ path, text: content }) =>
      content
        .split('\n')
        .flatMap((line, index) =>
          (path.endsWith('.css') ? findStyleFaults(line) : findClassFaults(line, tokens)).map(
            (fault) => `${path}:${index + 1}: ${fault}`,
          ),
        ),
    ),
  };
}

function findClassFaults(line: string, tokens: Tokens): string[] {
  if (/^\s*(?:\/?\*|\/\/)/.test(line) || !/["'`]/.test(line)) return [];
  return line.split(/[\s"'`]+/).flatMap((word) => {
    const name = word.replace(/^!|!$/g, '').replace(/^(?:[^[\]:]+(?:\[[^\]]*\][^[\]:]*)?:)+/, '');
    const fault = findClassFault(name, tokens);
    return fault === undefined ? [] : [`${word}: ${fault}`];
  });
}

function findClassFault(name: string, tokens: Tokens): string | undefined {
  const radius = RADIUS.exec(name);
  if (radius) {
    const [, step = ''] = radius;
    const isNamed = step === 'full' || step === 'none' || tokens.get('radius')?.has(step);
    return isNamed ? undefined : `use a radius of ${TOKENS}, such as rounded-md`;
  }
  const [, size] = TYPE_SIZE.exec(name) ?? [];
  if (size !== undefined) {
    const isNamed = tokens.get('text')?.has(size);
    return isNamed ? undefined : `use a size of type of ${TOKENS}, such as text-sm`;
  }
  const [, step = ''] = SPACING.exec(name) ?? [];
  const isOff = step.startsWith('[') ? LENGTH.test(step) : isOffGrid(step);
  if (isOff) return 'use a whole or half step of the grid, such as p-2 or p-2.5';
  return /\[#|\[(?:rgb|hsl|oklch)/.test(name) ? `use a color of ${TOKENS}` : undefined;
}

function isOffGrid(step: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(step) && !Number.isInteger(Number(step) * 2);
}

function findStyleFaults(line: string): string[] {
  const [, property = '', value = ''] = SIZED_STYLE.exec(line) ?? [];
  const steps = [...value.matchAll(/--spacing\(([^)]*)\)/g)].map(([, step = '']) => step);
  return [
    ...(LENGTH.test(value) || steps.some(isOffGrid)
      ? [`${property}: use a token of ${TOKENS}, or --spacing() with a whole or half step`]
      : []),
    ...(RAW_COLOR.test(line) ? [`use a color of ${TOKENS}`] : []),
  ];
}

if (import.meta.main) runGuard('design-tokens', designTokens);
