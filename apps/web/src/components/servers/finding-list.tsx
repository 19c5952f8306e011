import { counted, type StoreFinding } from '@timestep-ai/timestep/view';

export function FindingList({ findings }: { findings: readonly StoreFinding[] }) {
  const problems = findings.filter(({ severity }) => severity === 'problem');
  const notes = findings.filter(({ severity }) => severity === 'note');
  return (
    <>
      <p role="status" className={problems.length === 0 ? 'text-good' : 'text-bad'}>
        {problems.length === 0 ? '✓ No problems found' : `✕ ${counted(problems.length, 'problem')}`}
      </p>
      {findings.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {[...problems, ...notes].map(({ severity, code, message }) => (
            <li key={`${code} ${message}`} className="break-words">
              {severity === 'problem' ? 'Problem: ' : 'Note: '}
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
