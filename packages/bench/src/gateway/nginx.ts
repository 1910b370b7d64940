import { spawnSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** True if Debian's nginx is installed. */
export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

/**
 * Writes a configuration for nginx as a reverse proxy in one process, with connections to the
 * service that stay open.
 * @returns the words of its command line
 */
export const configureNginx = async (port: number, target: string): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'));
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder};`)
    .join(' ');
  await writeFile(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;
events { worker_connections 512; }
http {
  access_log off; keepalive_requests 100000000; ${temporary}
  upstream service { server ${new URL(target).host}; keepalive 64; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`,
  );
  return ['-p', folder, '-c', file];
};
