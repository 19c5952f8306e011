import { usage } from './command-error.ts';

/** A share from 0 to 1. Throws `CommandError`. */
export function readShare(text: string): number {
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw usage(`"${text}" is not a share: write a number from 0 to 1`);
}

/** A share for people. */
export function shareText(share: number | null | undefined): string {
  return share === null || share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`;
}
