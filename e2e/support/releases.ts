/**
 * A proxy in front of the product that simulates releases. Each release renames all files of the web application, also
 * where pages and files refer to them, and the previous names are gone. Everything else comes from the product.
 */
import { readdirSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { findFreePort } from '../../server/src/testing/free-port.ts';

const ASSETS = path.resolve(import.meta.dirname, '../../web/dist/assets');
const TEXT = /html|javascript|css|json|text\/plain/;
const BUILD = /(<meta name="app-build" content="|"version":"|version:[`"])([\w-]{12})/g;

/** Puts the release at the end of a file's name. Hashes contain no tilde, so no two files get the same name. */
const rename = (file: string, release: number): string => file.replace(/..\.(\w+)$/, `~${release}.$1`);

/** Relays WebSocket connections unchanged. Returns the sockets that have been opened. */
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
    for (const end of [socket, upstream]) {
      open.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        socket.destroy();
        upstream.destroy();
      });
    }
  });
  return open;
}

type Releases = {
  origin: string;
  /** Simulates the next release. */
  release(): void;
  /** Forwards requests to another product from now on. */
  switchTo(origin: string): void;
  stop(): Promise<void>;
};

/** Starts the proxy in front of the product at `origin`. */
export async function startReleases(origin: string): Promise<Releases> {
  const names = readdirSync(ASSETS).filter((name) => /\.(js|css)$/.test(name));
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  let target = new URL(origin);
  /** The number of the release; 0 for the product as it is. */
  let current = 0;

  const nameBuild = (version: string) => `${version.slice(0, -2)}r${current}`;
  const rewrite = (text: string) =>
    current === 0
      ? text
      : text
          .replaceAll(anyName, (name) => rename(name, current))
          .replaceAll(BUILD, (_all, before: string, version: string) => before + nameBuild(version));
  /** Returns the product's name for a file of the current release, or undefined if the release has no such file. */
  const toOwnName = (name: string) => (current === 0 ? name : names.find((own) => rename(own, current) === name));

  function handle(request: IncomingMessage, response: ServerResponse): void {
    let url = request.url ?? '/';
    if (url.startsWith('/assets/') && /\.(js|css)$/.test(url)) {
      const ownName = toOwnName(url.slice('/assets/'.length));
      if (ownName === undefined) {
        response.writeHead(404).end();
        return;
      }
      url = `/assets/${ownName}`;
    }
    const { hostname, port } = target;
    const headers = { ...request.headers, 'accept-encoding': 'identity', 'if-none-match': '' };
    const forwarded = http.request({ hostname, port, path: url, method: request.method, headers }, (received) => {
      const chunks: Buffer[] = [];
      received.on('data', (chunk: Buffer) => chunks.push(chunk));
      received.on('end', () => {
        const body = Buffer.concat(chunks);
        const { 'content-length': _length, 'x-app-build': build, ...unchanged } = received.headers;
        const sent = TEXT.test(unchanged['content-type'] ?? '') ? Buffer.from(rewrite(body.toString())) : body;
        const buildHeader =
          build === undefined ? {} : { 'x-app-build': current === 0 ? build : nameBuild(String(build)) };
        response.writeHead(received.statusCode ?? 502, { ...unchanged, ...buildHeader });
        response.end(sent);
      });
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  }

  const server = http.createServer(handle);
  const open = relaySockets(server, () => target);
  const port = await findFreePort();
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    release: () => {
      current += 1;
    },
    switchTo: (nextOrigin) => {
      target = new URL(nextOrigin);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
        server.closeAllConnections();
      }),
  };
}
