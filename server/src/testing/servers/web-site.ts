/** Web sites as on the internet, on one server of this machine; each page is a function that sends the response. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Responder = (reply: ServerResponse, request: IncomingMessage) => void;

export type WebSite = {
  origin: string;
  port: number;
  /** The requested paths, in order. */
  asked: string[];
  pages: Map<string, Responder>;
  /** Serves an HTML page with this head at a path. */
  serve(path: string, head: string, headers?: Record<string, string>): void;
  close(): Promise<void>;
};

/** Starts a server; unknown paths are a 404. */
export async function startWebSite(host = '127.0.0.1'): Promise<WebSite> {
  const asked: string[] = [];
  const pages = new Map<string, Responder>();
  const open = new Set<Socket>();
  const server = createServer((request, reply) => {
    const path = request.url ?? '';
    asked.push(path);
    const respond = pages.get(path);
    if (respond) respond(reply, request);
    else reply.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>');
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    asked,
    pages,
    serve(path, head, headers = {}) {
      pages.set(path, (reply) =>
        reply
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
          .end(`<!doctype html><html><head>${head}</head><body>Text</body></html>`),
      );
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
