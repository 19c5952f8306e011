import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { currentTheme, setTheme, themeAfter } from './theme.ts';

const ICONS = { light: Sun, dark: Moon, system: Monitor };

/** Goes through light, dark and what the machine says. */
export function ThemeButton() {
  const [theme, show] = useState(currentTheme);
  const Icon = ICONS[theme];
  return (
    <Button
      onClick={() => {
        const next = themeAfter(theme);
        setTheme(next);
        show(next);
      }}
    >
      <Icon aria-hidden="true" size={16} />
      Theme: {theme}
    </Button>
  );
}
