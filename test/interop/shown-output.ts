/** Returns what a page shows as a pattern: `…` stands for what is different each time. */
export function createShownPattern(shown: string): RegExp {
  const parts = joinBlanks(shown).split('…');
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[^]*?')}$`);
}

/** Columns are as wide as what is in them, which is different each time. */
export function joinBlanks(text: string): string {
  return text.trim().replaceAll(/ +/g, ' ');
}
