export { omitUndefined } from '#core';
