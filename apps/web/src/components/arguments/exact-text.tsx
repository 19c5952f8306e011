import { Fragment } from 'react';
import { escapeHidden } from '@timestep-ai/timestep/view';
import { splitWhiteSpace } from './white-space.ts';

/**
 * CSS classes for white space. The style sheet draws visible marks, so that copied text does not contain
 * them.
 */
const MARKS = {
  spaces: 'exact-spaces',
  tab: 'exact-spaces exact-tab',
  break: 'exact-break',
} as const;

/** A text in which hidden characters are escapes and white space is marked, so that two texts that differ look different. */
export function ExactText({ text }: { text: string }) {
  return splitWhiteSpace(escapeHidden(text)).map(({ kind, text: part }, index) =>
    kind === 'visible' ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <span key={index} className={MARKS[kind]}>
        {part}
      </span>
    ),
  );
}
