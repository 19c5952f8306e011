interface ChoiceButtonProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** A button that opens one item of a list. */
export function ChoiceButton({ name, isChosen, onChoose }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      aria-current={isChosen}
      onClick={onChoose}
      className="w-full truncate rounded-md px-2 py-1 text-left font-mono text-xs hover:bg-surface aria-[current=true]:bg-surface aria-[current=true]:font-semibold"
    >
      <bdi>{name}</bdi>
    </button>
  );
}
