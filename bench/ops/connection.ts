/**
 * A keep-alive connection that sends one request at a time and waits for the full response. It parses as little as
 * possible, so that the load generator uses little processor time.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: chunked/i;
/** The end of a chunked body: a chunk of no bytes. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

type Pending = { resolve: (response: RawResponse) => void; reject: (error: Error) => void };
export type RawResponse = {
  status: number;
  head: string;
  /** Empty unless `keepBody` was set, or the status is an error. */
  body: string;
};

export class Connection {
  readonly #socket: Socket;
  #pending: Pending | null = null;
  #head: Buffer | null = null;
  /** The missing bytes of the body: negative before the head has arrived, infinite for a chunked response. */
  #remaining = -1;
  #tail = Buffer.alloc(0);
  #response: RawResponse = { status: 0, head: '', body: '' };
  #bodyParts: Buffer[] | null = null;
  #keepBody = false;

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

  /** Sends a request and returns its response; `keepBody` keeps the body of a successful one. */
  request(request: Buffer | string, keepBody = false): Promise<RawResponse> {
    this.#keepBody = keepBody;
    this.#socket.write(request);
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    this.#pending?.reject(error);
    this.#pending = null;
  }

  #read(chunk: Buffer): void {
    let body = chunk;
    if (this.#remaining < 0) {
      const head = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
      const end = head.indexOf(HEAD_END);
      if (end < 0) {
        this.#head = head;
        return;
      }
      this.#startResponse(head.toString('latin1', 0, end));
      this.#head = null;
      body = head.subarray(end + HEAD_END.length);
    }
    this.#remaining -= body.length;
    this.#bodyParts?.push(body);
    if (this.#remaining === 0 || this.#isLastChunk(body)) this.#finishResponse();
  }

  #isLastChunk(body: Buffer): boolean {
    if (this.#remaining !== Number.POSITIVE_INFINITY) return false;
    this.#tail = Buffer.concat([this.#tail, body]).subarray(-LAST_CHUNK.length);
    return this.#tail.equals(LAST_CHUNK);
  }

  #startResponse(head: string): void {
    const status = Number(head.slice(9, 12));
    const chunked = CHUNKED.test(head) ? Number.POSITIVE_INFINITY : Number.NaN;
    this.#remaining = status === 304 ? 0 : Number(LENGTH.exec(head)?.[1] ?? chunked);
    this.#tail = Buffer.alloc(0);
    this.#response = { status, head, body: '' };
    this.#bodyParts = this.#keepBody || status >= 400 ? [] : null;
    if (Number.isNaN(this.#remaining)) this.#fail(new Error('the response has no length'));
  }

  #finishResponse(): void {
    this.#remaining = -1;
    if (this.#bodyParts) this.#response.body = Buffer.concat(this.#bodyParts).toString();
    const pending = this.#pending;
    this.#pending = null;
    pending?.resolve(this.#response);
  }
}

/** The headers that Chrome adds to each request. */
const BROWSER_HEADERS = [
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

/** Returns a request as a browser sends it: with a dozen headers and cookies, and accepting compression. */
export const toBrowserRequest = (...options: Parameters<typeof toRequest>): string =>
  toRequest(...options).replace('\r\n', `\r\n${BROWSER_HEADERS}`);

/** Returns a request with only the necessary headers; calls that create something need a key, as on the pages. */
export function toRequest(method: string, path: string, token: string | null, body?: object, key?: string): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const contentHeaders =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  const authorization = token === null ? '' : `authorization: Bearer ${token}\r\n`;
  const idempotency = key === undefined ? '' : `idempotency-key: ${key}\r\n`;
  const headers = `host: 127.0.0.1\r\n${authorization}${idempotency}${contentHeaders}`;
  return `${method} ${path} HTTP/1.1\r\n${headers}\r\n${text}`;
}
