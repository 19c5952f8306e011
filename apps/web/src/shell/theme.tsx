import { Monitor, Moon, Sun } from '../icons/icons.ts';
import { useState } from 'react';
import { RailButton } from './rail-button.tsx';

/** Color theme; `system` follows the operating system. */
export type Theme = 'light' | 'dark' | 'system';

const THEME_KEY = 'timestep.theme';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { light: Sun, dark: Moon, system: Monitor };

export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  localStorage.setItem(THEME_KEY, theme);
}

function getTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function ThemeButton() {
  const [theme, show] = useState(getTheme);
  return (
    <RailButton
      label={`Theme: ${theme}`}
      short="Theme"
      icon={ICONS[theme]}
      onClick={() => {
        setTheme(NEXT[theme]);
        show(NEXT[theme]);
      }}
    />
  );
}
