/** Color theme of the page. `system` uses the setting of the operating system. */
export type Theme = 'light' | 'dark' | 'system';

const THEME_KEY = 'timestep.theme';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function getTheme(): Theme {
  const kept = document.documentElement.dataset['theme'];
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  localStorage.setItem(THEME_KEY, theme);
}

export function getNextTheme(theme: Theme): Theme {
  return NEXT[theme];
}
