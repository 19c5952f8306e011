import { createUsageError } from '../../command-error.ts';

export function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw createUsageError(`invalid share "${text}": use a number from 0 to 1`);
}

export function formatShare(share: number | null | undefined): string {
  return share === null || share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`;
}
