import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NGINX } from '../tools.ts';
import { createCertificate, DEPLOYED, type Proxy, type ProxyStart } from './proxy.ts';

/** Starts nginx with the settings of `deploy`, at other ports and with a certificate of its own. */
export function startNginx({ folder, port, servers }: ProxyStart): Promise<Proxy> {
  const { key, certificate } = createCertificate(folder);
  const [first, second] = servers;
  const site = readFileSync(join(DEPLOYED, 'nginx.conf'), 'utf8')
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
  return Promise.resolve({
    process: child,
    certificate: readFileSync(certificate, 'utf8'),
    reload() {
      child.kill('SIGHUP');
      return Promise.resolve();
    },
  });
}
