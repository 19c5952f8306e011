import { execFileSync, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** The settings of proxies that users copy. */
export const DEPLOYED: string = join(import.meta.dirname, '../../../deploy/proxy');

export interface ProxyStart {
  /** An empty folder for the files of the proxy. */
  readonly folder: string;
  readonly port: number;
  /** The ports of the two servers behind it. */
  readonly servers: readonly number[];
}

export interface Proxy {
  readonly process: ChildProcess;
  readonly certificate: string;
  /** Reads the configuration again, as after a new certificate. */
  reload(): Promise<void>;
}

/** Writes a certificate for `agents.example` that signs itself, and its key; returns their files. */
export function createCertificate(folder: string): {
  readonly key: string;
  readonly certificate: string;
} {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const names = ['-subj', '/CN=agents.example', '-addext', 'subjectAltName=DNS:agents.example'];
  const forms = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', [...forms, '-keyout', key, '-out', certificate, ...names], {
    stdio: 'pipe',
  });
  return { key, certificate };
}
