/**
 * A server before the product that stands for its releases: each has other names for all files of the program, in the
 * pages and in the files, and those of the release before are gone. What it says and does is the product's.
 */
import { readdirSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { findFreePort } from '../../server/src/testing/free-port.ts';

const ASSETS = path.resolve(import.meta.dirname, '../../web/dist/assets');
const TEXT = /html|javascript|css|json|text\/plain/;
const BUILD = /(<meta name="app-build" content="|"version":"|version:[`"])([\w-]{12})/g;

/** The end of the hash in a file's name says which release it is of. No hash has a tilde: names never collide. */
const rename = (file: string, release: number): string => file.replace(/..\.(\w+)$/, `~${release}.$1`);

/** Passes live connections on as they are. Returns those that are open. */
function relaySockets(server: http.Server, target: () => URL): ReadonlySet<net.Socket> {
  const open = new Set<net.Socket>();
  server.on('upgrade', ({ method, url, rawHeaders }, socket: net.Socket, head) => {
    const { port, hostname } = target();
    const count = rawHeaders.length / 2;
    const lines = Array.from({ length: count }, (_, at) => `${rawHeaders[2 * at]}: ${rawHeaders[2 * at + 1]}`);
    const upstream = net.connect(Number(port), hostname, () => {
      upstream.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    for (const one of [socket, upstream]) {
      open.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        socket.destroy();
        upstream.destroy();
      });
    }
  });
  return open;
}

export type Releases = { origin: string; release(): void; turnTo(origin: string): void; stop(): Promise<void> };

export async function startReleases(origin: string): Promise<Releases> {
  const names = readdirSync(ASSETS).filter((name) => /\.(js|css)$/.test(name));
  const named = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  let [target, present] = [new URL(origin), 0];

  const nameBuild = (version: string) => `${version.slice(0, -2)}r${present}`;
  const write = (text: string) =>
    present === 0
      ? text
      : text
          .replaceAll(named, (name) => rename(name, present))
          .replaceAll(BUILD, (_all, before: string, version: string) => before + nameBuild(version));
  /** The product's name of a file of the present release; undefined for a file that is gone. */
  const toOwnName = (name: string) => (present === 0 ? name : names.find((each) => rename(each, present) === name));

  function answer(request: IncomingMessage, response: ServerResponse): void {
    let url = request.url ?? '/';
    if (url.startsWith('/assets/') && /\.(js|css)$/.test(url)) {
      const own = toOwnName(url.slice('/assets/'.length));
      if (own === undefined) {
        response.writeHead(404).end();
        return;
      }
      url = `/assets/${own}`;
    }
    const { hostname, port } = target;
    const headers = { ...request.headers, 'accept-encoding': 'identity', 'if-none-match': '' };
    const asked = http.request({ hostname, port, path: url, method: request.method, headers }, (answered) => {
      const chunks: Buffer[] = [];
      answered.on('data', (chunk: Buffer) => chunks.push(chunk));
      answered.on('end', () => {
        const body = Buffer.concat(chunks);
        const { 'content-length': _length, 'x-app-build': build, ...kept } = answered.headers;
        const sent = TEXT.test(kept['content-type'] ?? '') ? Buffer.from(write(body.toString())) : body;
        const ofBuild = build === undefined ? {} : { 'x-app-build': present === 0 ? build : nameBuild(String(build)) };
        response.writeHead(answered.statusCode ?? 502, { ...kept, ...ofBuild });
        response.end(sent);
      });
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  }

  const server = http.createServer(answer);
  const open = relaySockets(server, () => target);
  const port = await findFreePort();
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    release: () => {
      present += 1;
    },
    turnTo: (next) => {
      target = new URL(next);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
        server.closeAllConnections();
      }),
  };
}
