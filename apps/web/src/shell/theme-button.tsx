import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { getTheme, setTheme, getNextTheme } from './theme.ts';

const ICONS = { light: Sun, dark: Moon, system: Monitor };

/** A button that switches between light, dark and system theme. */
export function ThemeButton() {
  const [theme, show] = useState(getTheme);
  const Icon = ICONS[theme];
  return (
    <Button
      onClick={() => {
        const next = getNextTheme(theme);
        setTheme(next);
        show(next);
      }}
    >
      <Icon aria-hidden="true" size={16} />
      Theme: {theme}
    </Button>
  );
}
