/**
 * Ends requests whose bodies arrive too slowly. Without it, a client that sends a byte now and then keeps its
 * connection, and a large upload its temporary file, for as long as the largest upload may take on a slow line.
 */
import type { IncomingMessage, Server } from 'node:http';

const CHECK_MS = 120_000;
/** Far less than any line on which the pages could be used. */
const MIN_BYTES_PER_CHECK = 60 * 1024;

/** Returns the check, which tests call themselves: it ends the requests that have sent too little since the last. */
export function endSlowBodies(server: Server): () => void {
  /** The bytes on their connections when they were last checked; null before the first check. */
  const receiving = new Map<IncomingMessage, number | null>();
  server.on('request', (request: IncomingMessage) => {
    if (request.complete) return;
    receiving.set(request, null);
    request.once('close', () => receiving.delete(request));
  });
  function check(): void {
    for (const [request, before] of receiving) {
      const { socket, complete, readableLength } = request;
      if (complete) receiving.delete(request);
      else if (before === null || readableLength > 0 || socket.bytesRead - before >= MIN_BYTES_PER_CHECK)
        // What waits to be read waits for this server.
        receiving.set(request, socket.bytesRead);
      else socket.destroy();
    }
  }
  const timer = setInterval(check, CHECK_MS).unref();
  server.once('close', () => clearInterval(timer));
  return check;
}
