/**
 * Response compression: zstd for callers who accept it, otherwise brotli or gzip, each at a low level. On a page of
 * posts the highest levels cost five times as much and save only a tenth (docs/measurements/feed.md).
 */
import type { Readable } from 'node:stream';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';

const LEVELS = { zstd: 1, br: 1, gzip: 1 };
/** Shorter responses fit into one packet. */
const MIN_BYTES = 1_024;
/** Responses up to this size are compressed synchronously, in less than a millisecond; longer ones as a stream. */
const MAX_SYNC_BYTES = 256 * 1024;

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: LEVELS.br } };
const zlib = { level: LEVELS.gzip, params: { [constants.ZSTD_c_compressionLevel]: LEVELS.zstd } };

export const compressOptions: FastifyCompressOptions = {
  threshold: MIN_BYTES,
  syncThreshold: MAX_SYNC_BYTES,
  encodings: ['zstd', 'br', 'gzip'],
  // No client sends brotli, whose decoder could be made to run a stranger's code in versions of Node up to 26.12.0.
  requestEncodings: ['zstd', 'gzip', 'deflate', 'identity'],
  brotliOptions: brotli,
  zlibOptions: zlib,
};

/**
 * Ends the unpacking of compressed bodies with the response. A few kilobytes may unpack to terabytes, and after a
 * refusal because of its size, the rest of a body would be unpacked for nobody.
 */
export function endUnpacking(app: FastifyInstance): void {
  const end: preParsingHookHandler = (request, reply, payload, done) => {
    const unpacked = payload as Readable;
    if (unpacked !== request.raw) reply.raw.once('close', () => unpacked.destroy());
    done(null, payload);
  };
  app.addHook('onRoute', (route) => {
    route.preParsing = [route.preParsing ?? [], end].flat();
  });
}

const compressors = {
  zstd: (text: Buffer) => zstdCompressSync(text, zlib),
  br: (text: Buffer) => brotliCompressSync(text, brotli),
  gzip: (text: Buffer) => gzipSync(text, zlib),
  identity: (text: Buffer) => text,
};
type Encoding = keyof typeof compressors;

const negotiator = new Negotiator<Encoding>({ supportedValues: ['zstd', 'br', 'gzip', 'identity'] });

/** A response for many callers, JSON by default: compressed only once for all who accept the same encoding. */
export class SharedResponse {
  readonly #text: Buffer;
  readonly #compressed = new Map<Encoding, Buffer>();
  readonly #type: string;

  constructor(text: string, type = 'application/json; charset=utf-8') {
    this.#text = Buffer.from(text);
    this.#type = type;
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const encoding = negotiator.negotiate(request.headers['accept-encoding'] ?? 'identity') ?? 'identity';
    const compressed = this.#compressed.get(encoding) ?? compressors[encoding](this.#text);
    this.#compressed.set(encoding, compressed);
    reply.header('vary', 'accept-encoding').type(this.#type);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(compressed);
  }
}
