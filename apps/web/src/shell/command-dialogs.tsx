import { useRef, useState } from 'react';
import { FactList } from '../components/values/facts.tsx';
import { TextField } from '../components/forms/form.tsx';
import { Dialog } from '../components/controls/dialog.tsx';
import { SECTIONS } from './sections.ts';
import { usePaletteCommands, type PaletteCommand } from './use-palette-commands.ts';

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const shown = usePaletteCommands(text);
  function runCommandAndClose({ run }: PaletteCommand): void {
    run();
    onClose();
  }
  function moveButtonFocus(by: number): void {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus();
  }
  return (
    <Dialog title="Commands" onClose={onClose}>
      <div
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') moveButtonFocus(1);
          if (key === 'ArrowUp') moveButtonFocus(-1);
        }}
      >
        <TextField
          type="text"
          aria-label="Command"
          data-first
          value={text}
          onChange={setText}
          onKeyDown={({ key }) => key === 'Enter' && shown[0] && runCommandAndClose(shown[0])}
          className="w-full"
        />
        <ul ref={list} className="mt-2 max-h-72 overflow-y-auto">
          {shown.map((command) => (
            <li key={command.key}>
              <button
                type="button"
                className="w-full rounded-sm p-2 text-left hover:bg-surface"
                onClick={() => runCommandAndClose(command)}
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
    { name: 'Ctrl K', text: 'commands' },
    { name: '/', text: 'search' },
    { name: '?', text: 'this list' },
    { name: 'j k', text: 'next and previous step, trial or waiting task' },
    { name: 'a d e r', text: 'in the inbox: allow, deny, edit the arguments, write a reason' },
    { name: 'Esc', text: 'close the step or trial' },
    { name: '+ - f', text: 'zoom in, zoom out, fit the timeline' },
    { name: 'h l', text: 'move the timeline' },
    ...SECTIONS.map(({ key, title }) => ({ name: `g ${key}`, text: title })),
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <FactList facts={rows} />
    </Dialog>
  );
}
