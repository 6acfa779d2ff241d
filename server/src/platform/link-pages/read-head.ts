/** Reads what an HTML page's head declares: Open Graph first, then the common tags. */
import { Parser } from 'htmlparser2';

export type PageHead = { title: string; description: string; picture: string | null; noSnippet: boolean };

/** How much of a text is kept; cards show less. */
const MAX_TEXT = 2_000;
const SNIFFED = 1_024;
const TITLES = ['og:title', 'twitter:title'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const PICTURES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

/** Parses the beginning of a page, up to its body. */
function createHeadParser() {
  const metas = new Map<string, string>();
  let title = '';
  let inTitle = false;
  let done = false;
  let noSnippet = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (done) return;
      if (name === 'body') done = true;
      else if (name === 'title') inTitle = title === '';
      else if (name === 'meta') {
        const key = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase();
        const content = (attributes['content'] ?? '').slice(0, MAX_TEXT).trim();
        if (key === 'robots' && /\bnosnippet\b|max-snippet:\s*0\b/i.test(content)) noSnippet = true;
        if (content !== '' && !metas.has(key)) metas.set(key, content);
      }
    },
    ontext(text) {
      if (inTitle && title.length < MAX_TEXT) title += text;
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false;
      if (name === 'head') done = true;
    },
  });
  const first = (names: readonly string[]) => names.map((name) => metas.get(name)).find((value) => value !== undefined);
  return {
    write: (text: string): void => parser.write(text),
    isDone: (): boolean => done,
    head: (): PageHead => ({
      title: (first(TITLES) ?? title).slice(0, MAX_TEXT),
      description: first(DESCRIPTIONS) ?? '',
      picture: first(PICTURES) ?? null,
      noSnippet,
    }),
  };
}

const BYTE_ORDER_MARKS: readonly [mark: number[], charset: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/**
 * Returns a page's decoder by its byte order mark, its declared type, or the tag in its first bytes; otherwise UTF-8.
 */
function decoderOf(begin: Uint8Array, contentType: string): TextDecoder {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => begin[index] === byte))?.[1];
  const charset = /charset\s*=\s*["']?([\w:-]{1,40})/i;
  const declared = charset.exec(Buffer.from(begin.subarray(0, SNIFFED)).toString('latin1'))?.[1];
  const label = marked ?? charset.exec(contentType)?.[1] ?? declared ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/** Reads a page until its head is complete, but at most `maxBytes`. */
export async function readHead(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  maxBytes: number,
): Promise<PageHead> {
  const parser = createHeadParser();
  let begin = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  let read = 0;
  const write = (bytes: Uint8Array): void =>
    parser.write((decoder ??= decoderOf(bytes, contentType)).decode(bytes, { stream: true }));
  for await (const chunk of body) {
    const bytes = chunk.subarray(0, maxBytes - read);
    read += bytes.length;
    if (decoder) write(bytes);
    else {
      begin = Buffer.concat([begin, bytes]);
      if (begin.length >= SNIFFED) write(begin);
    }
    if (parser.isDone() || read >= maxBytes) break;
  }
  if (!decoder) write(begin);
  return parser.head();
}
