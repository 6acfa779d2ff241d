/**
 * HAProxy before the nodes, configured as by an operator: no stickiness, a node that is not ready gets no new calls,
 * and calls that were not sent are sent elsewhere. When a node dies during a call it is unknown whether the call was
 * done, so the caller is told to retry, by the same 503 that a node gives.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Node } from './nodes.ts';

const START_MS = 5_000;

const UNAVAILABLE = JSON.stringify({ status: 503, success: false, message: 'The service is not available right now.' });
const answer = [
  'HTTP/1.1 503 Service Unavailable',
  'content-type: application/json; charset=utf-8',
  'cache-control: no-store',
  'retry-after: 1',
  'connection: close',
  `content-length: ${UNAVAILABLE.length}`,
  '',
  UNAVAILABLE,
].join('\r\n');

const serverLine = ({ name, origin }: Node): string =>
  `  server ${name} ${new URL(origin).host} check inter 500ms fall 2 rise 1`;

const configuration = (port: number, errorFile: string, nodes: readonly Node[]): string => `
global
  maxconn 2000
  nbthread 1
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 30s
  timeout tunnel 1h
  timeout check 3s
  retries 3
  option redispatch 1
  option forwardfor
${[500, 502, 503, 504].map((status) => `  errorfile ${status} ${errorFile}`).join('\n')}
frontend public
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  # What may be asked twice is; a write only when it was never sent.
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  http-response set-header x-served-by %s
${nodes.map(serverLine).join('\n')}
`;

export type Balancer = { origin: string; stop(): Promise<void> };

export async function startBalancer(
  program: string,
  { port, folder, nodes }: { port: number; folder: string; nodes: readonly Node[] },
): Promise<Balancer> {
  const [errorFile, file] = [path.join(folder, 'unavailable.http'), path.join(folder, 'haproxy.cfg')];
  writeFileSync(errorFile, answer);
  writeFileSync(file, configuration(port, errorFile, nodes));
  const log = openSync(path.join(folder, 'haproxy.log'), 'a');
  const child: ChildProcess = spawn(program, ['-db', '-f', file], { stdio: ['ignore', log, log] });
  const origin = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + START_MS; ; await delay(50)) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`the balancer did not start; see ${folder}`);
    const ready = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) break;
  }
  return {
    origin,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
