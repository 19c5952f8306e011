import type { Page } from 'playwright-core';

/** What hostile texts have brought about in a page; nothing of it where all is well. */
export interface Harm {
  /** True where a script of a text ran. */
  readonly hasRun: boolean;
  /** Elements and attributes that no text may bring. */
  readonly brought: readonly string[];
  /** Addresses of links that are neither of the web nor of mail. */
  readonly addresses: readonly string[];
  /** True where the page has become wider than its window. */
  readonly isWide: boolean;
}

/** Scrolls a place to its end, opens all that is folded in it, and looks what the texts have done. */
export async function harmIn(page: Page, place: string): Promise<Harm> {
  return page.evaluate<Harm>(`(${LOOK})(${JSON.stringify(place)})`);
}

// Runs in the browser, whose names the tests do not know.
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
      if (one.closest('.prose-text') && one.matches('[id], [style], [class]:not(.prose-text)')) brought.add(one.outerHTML.slice(0, 80));
      if (one.closest('.prose-text') && one.matches('a[href]') && !/^(https?|mailto):/i.test(one.getAttribute('href'))) addresses.add(one.getAttribute('href'));
    }
    isWide ||= document.documentElement.scrollWidth > document.documentElement.clientWidth;
    inside.scrollTop += inside.clientHeight;
    await frame();
  }
  return { hasRun: globalThis.hostileHit !== undefined, brought: [...brought], addresses: [...addresses], isWide };
}`;

/** A page that no text has changed. */
export const UNHARMED: Harm = { hasRun: false, brought: [], addresses: [], isWide: false };
