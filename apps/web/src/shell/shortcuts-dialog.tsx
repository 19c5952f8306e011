import { Dialog } from '../components/controls/dialog.tsx';
import { SECTIONS } from './sections.ts';

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
