import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useKeyDown } from '../../shell/use-key-down.ts';

/** Keys for the requests of the inbox, in the order in which the hint lists them. */
export const INBOX_KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['j k', 'next, previous'],
  ['a', 'allow or answer'],
  ['d', 'deny'],
  ['e', 'edit the arguments'],
  ['r', 'write a reason'],
];

/** Handles the keys of the inbox for the request that has the focus. `ids` are those of the shown requests. */
export function useInboxKeys(ids: readonly string[]): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const previousKey = useRef('');
  const listCards = (): readonly HTMLElement[] => [
    ...(box.current?.querySelectorAll<HTMLElement>(':scope > article') ?? []),
  ];
  const findChosenCard = (): HTMLElement | undefined =>
    listCards().find((card) => card.contains(document.activeElement));
  useKeyDown((event, isPlain) => {
    // After `g`, a letter opens a section of the page and must not decide anything.
    const isAfterG = previousKey.current === 'g';
    previousKey.current = event.key;
    if (event.key === 'Escape') return returnFromField(findChosenCard());
    if (!isPlain || isAfterG || event.repeat || document.querySelector('dialog[open]')) return;
    if (event.key === 'j') moveFocus(listCards(), findChosenCard(), 1);
    else if (event.key === 'k') moveFocus(listCards(), findChosenCard(), -1);
    else if (pressControl(findChosenCard(), event.key)) event.preventDefault();
  });
  useNextCardAfterAnswer(ids, listCards, findChosenCard);
  return box;
}

/** Moves the focus to the next request when the chosen one was answered and has disappeared. */
function useNextCardAfterAnswer(
  ids: readonly string[],
  listCards: () => readonly HTMLElement[],
  findChosenCard: () => HTMLElement | undefined,
): void {
  const chosen = useRef<{ readonly id: string; readonly at: number }>(undefined);
  const shown = ids.join(' ');
  useLayoutEffect(() => {
    const before = chosen.current;
    if (!before || ids.includes(before.id)) return;
    chosen.current = undefined;
    if (document.activeElement !== document.body) return;
    const cards = listCards();
    cards[Math.min(before.at, cards.length - 1)]?.focus();
  }, [shown]);
  useLayoutEffect(() => {
    function rememberChosenCard(): void {
      const at = listCards().findIndex((card) => card === findChosenCard());
      const id = ids[at];
      chosen.current = id === undefined ? undefined : { id, at };
    }
    document.addEventListener('focusin', rememberChosenCard);
    rememberChosenCard();
    return () => document.removeEventListener('focusin', rememberChosenCard);
  }, [shown]);
}

function moveFocus(
  cards: readonly HTMLElement[],
  chosen: HTMLElement | undefined,
  by: 1 | -1,
): void {
  const at = chosen ? cards.indexOf(chosen) + by : 0;
  cards[Math.min(cards.length - 1, Math.max(0, at))]?.focus();
}

/** Presses the button or focuses the field that a card marks with a key. Controls that are disabled stay so. */
function pressControl(card: HTMLElement | undefined, key: string): boolean {
  if (!/^[ader]$/.test(key)) return false;
  const control = card?.querySelector<HTMLElement>(`[data-key="${key}"]:not(:disabled)`);
  if (!control) return false;
  if (control.matches('button')) control.click();
  else control.focus();
  return true;
}

/** Moves the focus from a field to its card, so that the keys work again. */
function returnFromField(card: HTMLElement | undefined): void {
  if (card && document.activeElement?.matches('input, textarea, select')) card.focus();
}
