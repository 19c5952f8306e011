import { ChevronDown } from '../../icons/icons.ts';
import { useId, useState, type ReactNode } from 'react';
import type { ConsentChoice } from '@timestep-ai/timestep/view';
import { Button } from '../controls/button.tsx';

interface LongerChoicesProps {
  readonly choices: readonly ConsentChoice[];
  readonly isDisabled: boolean;
  readonly onChoose: (choice: ConsentChoice) => void;
  /**
   * The buttons to the left (`before`) and to the right (`after`) of the button that opens the list of
   * choices.
   */
  readonly before: ReactNode;
  readonly after: ReactNode;
}

/** The buttons of an approval request. One of them opens a list of choices that also approve later calls. */
export function ApprovalButtons(props: LongerChoicesProps) {
  const { choices, isDisabled, onChoose, before, after } = props;
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen && !isDisabled;
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2 max-sm:gap-1.5">
        {before}
        {choices.length > 0 && (
          <Button
            aria-expanded={isShown}
            aria-controls={list}
            disabled={isDisabled}
            onClick={() => setOpen(!isOpen)}
          >
            Allow more than once
            <ChevronDown aria-hidden="true" size={14} className={isShown ? 'rotate-180' : ''} />
          </Button>
        )}
        {after}
      </div>
      <ul id={list} hidden={!isShown} className="mt-2 rounded-md border border-line">
        {choices.map((choice) => (
          <li key={choice.id} className="border-b border-line last:border-b-0">
            <button
              type="button"
              className="w-full px-3 py-2 text-start text-sm break-words hover:bg-hover"
              onClick={() => onChoose(choice)}
            >
              {choice.text}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
