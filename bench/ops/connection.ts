/**
 * One keep-alive connection that sends a request, waits for the full answer, and repeats: the least work for the load's
 * side.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: chunked/i;
/** The last chunk, which has no bytes. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

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
  /** Bytes of the body that are still to come; infinitely many until the last chunk of an answer in chunks. */
  #left = -1;
  #tail = Buffer.alloc(0);
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
    if (this.#left === 0 || this.#isLastChunk(body)) this.#end();
  }

  #isLastChunk(body: Buffer): boolean {
    if (this.#left !== Number.POSITIVE_INFINITY) return false;
    this.#tail = Buffer.concat([this.#tail, body]).subarray(-LAST_CHUNK.length);
    return this.#tail.equals(LAST_CHUNK);
  }

  #begin(head: string): void {
    const status = Number(head.slice(9, 12));
    const chunked = CHUNKED.test(head) ? Number.POSITIVE_INFINITY : Number.NaN;
    this.#left = status === 304 ? 0 : Number(LENGTH.exec(head)?.[1] ?? chunked);
    this.#tail = Buffer.alloc(0);
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

/** What Chrome sends beside what is asked for. */
const BROWSER = [
  'connection: keep-alive',
  'sec-ch-ua: "Chromium";v="156", "Not?A_Brand";v="24"',
  'sec-ch-ua-mobile: ?0',
  'sec-ch-ua-platform: "Linux"',
  'user-agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'accept: application/json',
  'sec-fetch-site: same-origin',
  'sec-fetch-mode: cors',
  'sec-fetch-dest: empty',
  'accept-encoding: gzip, deflate, br, zstd',
  'accept-language: en-US,en;q=0.9',
  'cookie: device=aHR0cHM6Ly9hZnRlcmhvdXJzLmV4YW1wbGU; theme=dark',
  '',
].join('\r\n');

/** A request as a browser sends it: compressed answers, cookies, and a dozen headers. */
export const toBrowserRequest = (...asked: Parameters<typeof toRequest>): string =>
  toRequest(...asked).replace('\r\n', `\r\n${BROWSER}`);

/** A request with no header that is not needed. */
export function toRequest(method: string, path: string, token: string | null, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  const signed = token === null ? '' : `authorization: Bearer ${token}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${signed}${type}\r\n${text}`;
}
