import type { Page } from 'playwright-core';

/** The elements that a user reaches with the Tab key until the page starts again. */
export interface TabOrder {
  /** Names of the focused elements, in order. */
  readonly reached: readonly string[];
  /** Usable elements that were not reached. */
  readonly missed: readonly string[];
  /** Reached elements that do not show their focus. */
  readonly unseen: readonly string[];
}

interface Met {
  readonly name: string;
  readonly isSeen: boolean;
}

const MOST = 150;

/**
 * Runs in the page: returns the elements that can be used by keyboard. Members of a group are
 * reached by arrow keys.
 */
const FUNCTIONS = `
  globalThis.nameOf = (element) => (element.getAttribute('aria-label') || element.innerText || element.id || element.tagName).trim().slice(0, 60);
  globalThis.usable = () => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((element) => element.tabIndex >= 0 && element.role !== 'tablist' && !element.disabled && element.checkVisibility({ visibilityProperty: true }));
  globalThis.showsFocus = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  };
`;

/** Presses Tab from the start of the page to its end. */
export async function tabThrough(page: Page): Promise<TabOrder> {
  await page.evaluate(FUNCTIONS);
  await page.evaluate(`
    globalThis.wanted = new Set(usable());
    globalThis.met = new Set();
    document.activeElement?.blur();
  `);
  const reached: string[] = [];
  const unseen: string[] = [];
  for (let presses = 0; presses < MOST; presses += 1) {
    await page.keyboard.press('Tab');
    const met = await page.evaluate<Met | 'same' | null>(`(() => {
      const element = document.activeElement;
      // A field for a date has several stops: day, month, year and calendar.
      if (element?.type === 'date' && element === globalThis.latest) return 'same';
      if (!element || element === document.body || met.has(element)) return null;
      met.add(element);
      globalThis.latest = element;
      return { name: nameOf(element), isSeen: showsFocus(element) };
    })()`);
    if (met === 'same') continue;
    if (!met) break;
    reached.push(met.name);
    if (!met.isSeen) unseen.push(met.name);
  }
  const missed = await page.evaluate<string[]>(
    `[...wanted].filter((element) => element.isConnected && !met.has(element)).map(nameOf)`,
  );
  return { reached, missed, unseen };
}

/** Presses Tab until an element that matches has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = `document.activeElement.matches(${JSON.stringify(selector)})`;
  for (let presses = 0; presses < MOST; presses += 1) {
    if (await page.evaluate<boolean>(isThere)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}`);
}
