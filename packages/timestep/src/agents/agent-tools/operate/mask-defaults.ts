import { SECRET } from '../servers/masks/mask-value.ts';
import { CREDENTIAL } from '../servers/masks/server-secrets.ts';

/** A reference to a variable with a default, such as `${NAME:-default}` or `${env:NAME:-default}`. */
const WITH_DEFAULT = /\$\{((?:env:)?[A-Za-z_]\w{0,255}):-([^{}]{1,256})\}/g;

/**
 * Masks the defaults of variables in a text, however short they are, and keeps the names. `isSecret` decides
 * by the name of a variable; by default, variables that are named like credentials hold secrets.
 */
export function maskDefaults(
  text: string,
  isSecret: (variable: string) => boolean = (variable) => CREDENTIAL.test(variable),
): string {
  return text.replaceAll(WITH_DEFAULT, (written, variable: string) =>
    isSecret(variable) ? `\${${variable}:-${SECRET}}` : written,
  );
}
