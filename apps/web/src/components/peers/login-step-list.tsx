import type { LoginStep } from '@timestep-ai/timestep/view';

const LOOKS: Readonly<Record<LoginStep['state'], readonly [words: string, look: string]>> = {
  done: ['✓ done', 'text-good'],
  missing: ['– not provided', 'text-muted'],
  failed: ['✕ failed', 'text-bad'],
  open: ['◐ waiting', 'text-warn'],
};

interface LoginStepListProps {
  readonly steps: readonly LoginStep[];
  readonly onOpen: (exchange: number) => void;
}

/** The steps of a login by OAuth, each with its specification. */
export function LoginStepList({ steps, onOpen }: LoginStepListProps) {
  return (
    <ol aria-label="Login steps" className="flex list-decimal flex-col gap-3 ps-6">
      {steps.map((step, index) => (
        // React keys are indexes, because a step may be repeated.
        <li key={index} className="text-sm break-words">
          <span className="font-semibold">{step.title}</span>{' '}
          <span className={LOOKS[step.state][1]}>{LOOKS[step.state][0]}</span>
          {step.note !== undefined && (
            <bdi className="block font-mono text-xs text-muted">{step.note}</bdi>
          )}
          <span className="flex flex-wrap gap-x-4">
            <a
              href={step.link}
              target="_blank"
              rel="noopener noreferrer"
              className="text-accent underline"
            >
              {step.specification}
            </a>
            <ExchangeButton exchange={step.exchange} onOpen={onOpen} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function ExchangeButton({
  exchange,
  onOpen,
}: {
  exchange: number | undefined;
  onOpen: LoginStepListProps['onOpen'];
}) {
  if (exchange === undefined) return null;
  return (
    <button type="button" className="text-accent underline" onClick={() => onOpen(exchange)}>
      Message {exchange}
    </button>
  );
}
