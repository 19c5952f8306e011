/** Installs the packages of `test/package.json`, which only some tests use, unless they are there. */
import { findMissing, installLocked } from './install-locked.ts';
import { PEERS } from '../../test/peers.ts';

if (installLocked(PEERS)) {
  console.log('peers: installed');
} else {
  console.error(`peers: not installed: ${findMissing(PEERS).join(', ')}`);
  process.exitCode = 1;
}
