import type { Page } from 'playwright-core';

/** Effects of hostile texts in a page; empty if no text had an effect. */
export interface Harm {
  /** True if a script of a text ran. */
  readonly hasRun: boolean;
  /** Elements and attributes that a text must not create. */
  readonly brought: readonly string[];
  /** Link addresses that are neither web addresses nor mail addresses. */
  readonly addresses: readonly string[];
  /** True if the page has become wider than its window. */
  readonly isWide: boolean;
}

/**
 * Scrolls a view to its end, opens everything that is folded in it, and collects the effects of the
 * texts.
 */
export async function harmIn(page: Page, place: string): Promise<Harm> {
  // A view is loaded when its tab is opened first.
  await page.locator(place).first().waitFor();
  return page.evaluate<Harm>(`(${LOOK})(${JSON.stringify(place)})`);
}

// Runs in the browser, where the names of the test file are not defined.
const LOOK = `async (place) => {
  const inside = document.querySelector(place);
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const brought = new Set();
  const addresses = new Set();
  let isWide = false;
  for (let before = -1; before !== inside.scrollTop; ) {
    before = inside.scrollTop;
    for (const details of inside.querySelectorAll('details')) details.open = true;
    await frame();
    for (const one of inside.querySelectorAll('*')) {
      if (/^(SCRIPT|STYLE|LINK|META|BASE|IFRAME|OBJECT|EMBED|IMG|PICTURE|VIDEO|AUDIO|FORM|MATH|FRAME|TEMPLATE)$/i.test(one.tagName)) brought.add(one.tagName);
      for (const { name } of one.attributes) if (/^(on|srcdoc|formaction|ping|action)/.test(name)) brought.add(one.tagName + ' ' + name);
      if (one.closest('.prose-text') && one.matches('[id], [style], [class]:not(.prose-text, div.code-block, code > span[class^="code-"])')) brought.add(one.outerHTML.slice(0, 80));
      if (one.closest('.prose-text') && one.matches('a[href]') && !/^(https?|mailto):/i.test(one.getAttribute('href'))) addresses.add(one.getAttribute('href'));
    }
    isWide ||= document.documentElement.scrollWidth > document.documentElement.clientWidth;
    inside.scrollTop += inside.clientHeight;
    await frame();
  }
  return { hasRun: globalThis.hostileHit !== undefined, brought: [...brought], addresses: [...addresses], isWide };
}`;

/** A page without any effect of a text. */
export const UNHARMED: Harm = { hasRun: false, brought: [], addresses: [], isWide: false };
