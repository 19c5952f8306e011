import type { Unseen } from './use-seen-end.ts';

const NOTES: Readonly<Record<Unseen, string>> = {
  folded: 'Expand all arguments before you approve the call.',
  end: 'Scroll to the end of the arguments to approve the call.',
};

/** Says which part of the arguments the user must still see before a call can be approved. */
export function UnseenNote({ unseen }: { unseen: Unseen | undefined }) {
  if (!unseen) return null;
  return (
    <p className="mt-1 text-sm text-warn" role="status">
      {NOTES[unseen]}
    </p>
  );
}
