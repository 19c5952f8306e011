/** How the page looks; `system` follows the machine. */
export type Theme = 'light' | 'dark' | 'system';

const KEPT = 'timestep.theme';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function currentTheme(): Theme {
  const kept = document.documentElement.dataset['theme'];
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  localStorage.setItem(KEPT, theme);
}

export function themeAfter(theme: Theme): Theme {
  return NEXT[theme];
}
