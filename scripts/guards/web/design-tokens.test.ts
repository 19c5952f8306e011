import { expect, it } from 'vitest';
import { readTree } from '../../source/source-tree.ts';
import { designTokens } from './design-tokens.ts';

const RADIUS = 'use a radius of apps/web/src/tokens.css, such as rounded-md';
const TYPE = 'use a size of type of apps/web/src/tokens.css, such as text-sm';
const STEP = 'use a whole or half step of the grid, such as p-2 or p-2.5';
const STYLE = 'use a token of apps/web/src/tokens.css, or --spacing() with a whole or half step';

it('refuses radii, sizes of type, distances and colors that the tokens do not name', () => {
  const box = 'apps/web/src/box.tsx';
  const styles = 'apps/web/src/styles.css';
  expect(designTokens(readTree('scripts/fixtures/web/design-tokens')).problems).toEqual([
    `${box}:4: rounded: ${RADIUS}`,
    `${box}:4: hover:rounded-[3px]: ${RADIUS}`,
    `${box}:4: rounded-3xl: ${RADIUS}`,
    `${box}:5: text-xs: ${TYPE}`,
    `${box}:5: sm:text-[10px]: ${TYPE}`,
    `${box}:5: leading-[1.15rem]: ${STEP}`,
    `${box}:6: p-[7px]: ${STEP}`,
    `${box}:6: -mt-1.25: ${STEP}`,
    `${box}:6: data-[state=active]:w-[min(52rem,58vw)]: ${STEP}`,
    `${box}:6: bg-[#fff]: use a color of apps/web/src/tokens.css`,
    `${styles}:7: padding: ${STYLE}`,
    `${styles}:8: margin-block: ${STYLE}`,
    `${styles}:9: border-radius: ${STYLE}`,
    `${styles}:10: use a color of apps/web/src/tokens.css`,
  ]);
});

it('does not pass for want of tokens', () => {
  expect(designTokens([]).problems).toEqual(['apps/web/src/tokens.css was not found']);
});
