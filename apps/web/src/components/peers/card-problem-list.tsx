import { counted, type CardProblemLine } from '@timestep-ai/timestep/view';

/** Where an agent card deviates from the specification, each with its section. */
export function CardProblemList({ problems }: { problems: readonly CardProblemLine[] }) {
  const broken = problems.filter(({ severity }) => severity === 'problem');
  const notes = problems.filter(({ severity }) => severity === 'note');
  return (
    <div>
      <p role="status" className={broken.length === 0 ? 'text-good' : 'text-bad'}>
        {broken.length === 0
          ? '✓ The card follows the specification'
          : `✕ The card breaks the specification: ${counted(broken.length, 'problem')}`}
        {notes.length > 0 && <span className="text-muted">, {counted(notes.length, 'note')}</span>}
      </p>
      {problems.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2 text-sm">
          {[...broken, ...notes].map((problem, index) => (
            // React keys are indexes, because two versions may have the same problem.
            <li key={index} className="border-s-2 border-line ps-3 break-words">
              <CardProblem problem={problem} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function CardProblem({ problem }: { problem: CardProblemLine }) {
  const { path, message, severity, version, section, title, link } = problem;
  return (
    <>
      <span className={severity === 'problem' ? 'text-bad' : 'text-warn'}>
        {severity === 'problem' ? 'Problem' : 'Note'}:
      </span>{' '}
      {path !== '' && <bdi className="font-mono">{path}</bdi>} <bdi>{message}</bdi>
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className="block text-accent underline"
      >
        A2A {version}, section {section}, {title}
      </a>
    </>
  );
}
