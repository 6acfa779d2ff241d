/** Downloads files that need the token or a request body, neither of which a plain link can send. */
import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { readToken } from '../browser/session-storage.ts';
import { type CallFailure, callTexts, reportDeadToken, reportMissingToken } from './client.ts';
import { saveFile } from './save-file.ts';
import { limitSilence } from './silence.ts';

const texts = defineMessages('api.download', {
  failed: 'The file could not be loaded. Please try again.',
});

type DownloadOptions = {
  /** The path below `/api`. */
  path: string;
  /** Sent by POST without a token: the body itself proves who may have the file. */
  publicBody?: object;
  /** The file name to use if the server does not send one. */
  name: string;
  signal?: AbortSignal;
  /** Called for every chunk with the number of bytes received so far. */
  onBytes?: (bytes: number) => void;
};

async function toFailure(response: Response): Promise<CallFailure> {
  const failure = (await response.json().catch(() => null)) as { message?: unknown } | null;
  const message = typeof failure?.message === 'string' ? failure.message : t(texts.failed);
  return { ok: false, status: response.status, message };
}

async function readPieces(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    bytes += piece.value.length;
    onBytes(bytes);
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}

/** Downloads a file chunk by chunk and saves it in the browser. Returns the failure, or undefined. */
export async function download(options: DownloadOptions): Promise<CallFailure | undefined> {
  const { path, publicBody, name, signal, onBytes } = options;
  if (!publicBody && reportMissingToken()) return { ok: false, status: 401, message: t(callTexts.signIn) };
  const token = publicBody ? null : readToken();
  const limit = limitSilence(signal);
  const onPiece = (bytes: number) => {
    limit.moved();
    onBytes?.(bytes);
  };
  try {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const init: RequestInit = publicBody
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(publicBody) }
      : { headers };
    const response = await fetch(`/api${path}`, { ...init, signal: limit.signal });
    if (response.status === 401 && !publicBody) reportDeadToken(token);
    if (!response.ok) return await toFailure(response);
    const content = await readPieces(response, onPiece);
    const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    saveFile(content, named ?? name);
    return undefined;
  } catch {
    const aborted = signal?.aborted === true;
    return { ok: false, status: 0, message: t(aborted ? callTexts.cancelled : callTexts.unreachable), aborted };
  } finally {
    limit.end();
  }
}
