import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type Failure, type FailureStatus, failureMessages } from '@afterhours/contract/base/envelope';
import { english } from '#texts/english.ts';

const statuses: Partial<Record<string, FailureStatus>> = { HPE_HEADER_OVERFLOW: 413 };

/** A client gets the response if it reads it within this time. */
const CLOSED_AFTER_MS = 1_000;

/**
 * Sends a failure in the contract's form to a client whose HTTP cannot be parsed or does not arrive in time, and then
 * closes the connection.
 */
export function respondToClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy();
  const status = statuses[error.code ?? ''] ?? 400;
  const failure: Failure = { status, success: false, message: english(failureMessages[status]) };
  const body = JSON.stringify(failure);
  const head = [
    `HTTP/1.1 ${status} ${status === 413 ? 'Content Too Large' : 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // The end of the response closes the connection only once the client has closed its side, too.
  setTimeout(() => socket.destroy(), CLOSED_AFTER_MS).unref();
}
