/**
 * HAProxy in front of the nodes, configured as docs/operations.md recommends: no stickiness, no new calls for a node
 * that is not ready, and another node for calls that could not be sent. If a node dies during a call, nobody knows
 * whether the call took effect; the caller then gets the same 503 with Retry-After that a node would send.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Node } from './nodes.ts';

const START_TIMEOUT_MS = 5_000;

const UNAVAILABLE = JSON.stringify({ status: 503, success: false, message: 'The service is not available right now.' });
const unavailableResponse = [
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

const buildConfiguration = (port: number, errorFile: string, nodes: readonly Node[]): string => `
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
  # GETs are retried; a write is sent again only if it was never sent.
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
  writeFileSync(errorFile, unavailableResponse);
  writeFileSync(file, buildConfiguration(port, errorFile, nodes));
  const log = openSync(path.join(folder, 'haproxy.log'), 'a');
  const child: ChildProcess = spawn(program, ['-db', '-f', file], { stdio: ['ignore', log, log] });
  const origin = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await delay(50)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the balancer did not start; see ${folder}`);
    const ready = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) break;
  }
  return {
    origin,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
