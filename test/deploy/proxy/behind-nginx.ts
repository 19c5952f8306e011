import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NGINX } from '../tools.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const MAIN = join(REPOSITORY, 'packages/timestep/src/people/cli/main.ts');

export interface Proxy {
  readonly process: ChildProcess;
  readonly certificate: string;
  /** Reads the configuration again, as after a new certificate. */
  reload(): void;
}

/** Starts nginx with the settings of `deploy`, at other ports and with a certificate of its own. */
export function startNginx(folder: string, port: number, servers: readonly number[]): Proxy {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const names = ['-subj', '/CN=agents.example', '-addext', 'subjectAltName=DNS:agents.example'];
  const forms = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', [...forms, '-keyout', key, '-out', certificate, ...names], {
    stdio: 'pipe',
  });
  const [first, second] = servers;
  const site = readFileSync(join(REPOSITORY, 'deploy/proxy/nginx.conf'), 'utf8')
    .replace('127.0.0.1:9999', `127.0.0.1:${first}`)
    .replace('127.0.0.1:9998', `127.0.0.1:${second}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const settings = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${places.join(' ')}
${site}
}`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, settings);
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', file];
  const child = spawn(NGINX, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  return {
    process: child,
    certificate: readFileSync(certificate, 'utf8'),
    reload: () => void child.kill('SIGHUP'),
  };
}

/** Starts a server of a folder behind the proxy, and waits until it listens. */
export async function startServer(
  folder: string,
  port: number,
  modelUrl: string,
): Promise<ChildProcess> {
  const listening = [
    '--port',
    String(port),
    '--allowed-host',
    'agents.example',
    '--no-ui',
    '--json',
  ];
  const stored = [
    '--trust-proxy',
    '127.0.0.1',
    '--grace',
    '30s',
    '--database',
    join(folder, 'tasks.db'),
  ];
  const args = [
    '--conditions=@timestep/source',
    MAIN,
    'serve',
    join(folder, 'desk'),
    ...listening,
    ...stored,
  ];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LMSTUDIO_BASE_URL: modelUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return child;
}
