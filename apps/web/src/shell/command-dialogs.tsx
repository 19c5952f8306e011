import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { TextField } from '../components/forms/form.tsx';
import { Dialog } from '../components/controls/dialog.tsx';
import { SECTIONS } from './sections.ts';
import { setTheme, type Theme } from './theme.tsx';

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const commands = [
    ...SECTIONS.map(({ title, to }) => ({
      name: `Go to ${title}`,
      run: () => void navigate({ to }),
    })),
    ...THEMES.map((theme) => ({ name: `Theme: ${theme}`, run: () => setTheme(theme) })),
  ];
  const shown = commands.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  function runCommand({ run }: (typeof commands)[number]): void {
    run();
    onClose();
  }
  function moveFocus(by: number): void {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus();
  }
  return (
    <Dialog title="Commands" onClose={onClose}>
      <div
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') moveFocus(1);
          if (key === 'ArrowUp') moveFocus(-1);
        }}
      >
        <TextField
          type="text"
          aria-label="Command"
          data-first
          value={text}
          onChange={setText}
          onKeyDown={({ key }) => key === 'Enter' && shown[0] && runCommand(shown[0])}
          className="w-full"
        />
        <ul ref={list} className="mt-2 max-h-72 overflow-y-auto">
          {shown.map((command) => (
            <li key={command.name}>
              <button
                type="button"
                className="w-full rounded p-2 text-left hover:bg-surface"
                onClick={() => runCommand(command)}
              >
                {command.name}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const rows = [
    ['Ctrl K', 'commands'],
    ['/', 'search'],
    ['?', 'this list'],
    ['j k', 'next and previous trial'],
    ['Esc', 'close the trial'],
    ...SECTIONS.map(({ key, title }) => [`g ${key}`, title]),
  ];
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[6rem_1fr] gap-1 text-sm">
        {rows.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="font-mono">{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
