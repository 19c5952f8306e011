/** Derives a hue in degrees, the angle on the color wheel, from a name. */
export function computeHue(name: string): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return sum;
}
