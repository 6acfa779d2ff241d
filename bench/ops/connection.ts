/**
 * One keep-alive connection that sends a request, waits for the full answer, and repeats: the least work for the load's
 * side.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;

type Waiting = { done: (answer: Answer) => void; failed: (error: Error) => void };
export type Answer = {
  status: number;
  head: string /** Only when it was asked for, or the answer is no success. */;
  body: string;
};

export class Connection {
  readonly #socket: Socket;
  #waiting: Waiting | null = null;
  #head: Buffer | null = null;
  #left = -1;
  #answer: Answer = { status: 0, head: '', body: '' };
  #kept: Buffer[] | null = null;
  #keep = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the connection was closed')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.setNoDelay(true);
    return new Connection(socket);
  }

  ask(request: Buffer | string, keepBody = false): Promise<Answer> {
    this.#keep = keepBody;
    this.#socket.write(request);
    return new Promise((done, failed) => {
      this.#waiting = { done, failed };
    });
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    this.#waiting?.failed(error);
    this.#waiting = null;
  }

  #read(chunk: Buffer): void {
    let body = chunk;
    if (this.#left < 0) {
      const head = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
      const end = head.indexOf(HEAD_END);
      if (end < 0) {
        this.#head = head;
        return;
      }
      this.#begin(head.toString('latin1', 0, end));
      this.#head = null;
      body = head.subarray(end + HEAD_END.length);
    }
    this.#left -= body.length;
    this.#kept?.push(body);
    if (this.#left === 0) this.#end();
  }

  #begin(head: string): void {
    const status = Number(head.slice(9, 12));
    this.#left = status === 304 ? 0 : Number(LENGTH.exec(head)?.[1] ?? Number.NaN);
    this.#answer = { status, head, body: '' };
    this.#kept = this.#keep || status >= 400 ? [] : null;
    if (Number.isNaN(this.#left)) this.#fail(new Error('an answer of unknown length'));
  }

  #end(): void {
    this.#left = -1;
    if (this.#kept) this.#answer.body = Buffer.concat(this.#kept).toString();
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.done(this.#answer);
  }
}

/** Returns a request as bytes for the connection. */
export function toRequest(method: string, path: string, token: string | null, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  const signed = token === null ? '' : `authorization: Bearer ${token}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${signed}${type}\r\n${text}`;
}
