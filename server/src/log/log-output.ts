/** Where the log goes: written in the background, and never a reason for the process to end or to wait. */
import { write, writeSync } from 'node:fs';

/** How many characters wait in memory while they cannot be written; further lines are dropped. */
const MOST_WAITING = 4_000_000;
const RETRY_MS = 100;
const NEWLINE = 10;

const isBusy = (error: NodeJS.ErrnoException): boolean => error.code === 'EAGAIN' || error.code === 'EBUSY';

/**
 * Returns a stream of lines into an open file or pipe. While a pipe is not read, lines wait; while a disk is full, they
 * are lost. Of the line at which the disk became full, the beginning may stay; the next one does not continue it. (The
 * logger's own stream would end the process, and hang while it does.)
 */
export function createLogOutput(fd: number, writeTo: typeof write = write): { write(line: string): void } {
  let waiting = '';
  let sent: Buffer = Buffer.alloc(0);
  let endsInLine = false;

  function send(lines: string): void {
    sent = Buffer.from(endsInLine ? `\n${lines}` : lines);
    sendRest();
  }

  function sendRest(): void {
    writeTo(fd, sent, (error, bytes) => {
      if (error && isBusy(error)) {
        setTimeout(sendRest, RETRY_MS).unref();
        return;
      }
      if (bytes > 0) endsInLine = sent[bytes - 1] !== NEWLINE;
      sent = error ? Buffer.alloc(0) : sent.subarray(bytes);
      if (sent.length > 0) {
        sendRest();
      } else if (waiting !== '') {
        const lines = waiting;
        waiting = '';
        send(lines);
      }
    });
  }

  process.on('exit', () => {
    try {
      writeSync(fd, waiting);
    } catch {
      // Nobody is left to be told.
    }
  });
  return {
    write(line) {
      if (sent.length > 0) {
        if (waiting.length < MOST_WAITING) waiting += line;
        return;
      }
      send(line);
    },
  };
}

let shared: { write(line: string): void } | undefined;

/** Returns standard output for the log, the same for all applications in this process. */
export function openLogOutput(): { write(line: string): void } {
  shared ??= createLogOutput(process.stdout.fd);
  return shared;
}

/** Keeps a full disk or a closed pipe from ending this process when it prints. */
export function survivePrinting(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
