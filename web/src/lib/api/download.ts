/** Files that need the token, or a body, which a plain link cannot send. */

import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { readToken } from '../browser/session-storage.ts';
import { type CallFailure, callTexts, reportDeadToken, reportMissingToken } from './client.ts';
import { saveFile } from './save-file.ts';

const texts = defineMessages('api.download', {
  failed: 'The file could not be loaded. Please try again.',
});

type DownloadOptions = {
  /** Below `/api`. */
  path: string;
  /** Sent by POST, without signing in: what it contains says who may have the file. */
  publicBody?: object;
  /** Used when the server names none. */
  name: string;
  signal?: AbortSignal;
  /** How many bytes have come; called for every piece. */
  onBytes?: (bytes: number) => void;
};

async function toFailure(response: Response): Promise<CallFailure> {
  const answer = (await response.json().catch(() => null)) as { message?: unknown } | null;
  const message = typeof answer?.message === 'string' ? answer.message : t(texts.failed);
  return { ok: false, status: response.status, message };
}

async function readPieces(response: Response, onBytes: DownloadOptions['onBytes']): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    bytes += piece.value.length;
    onBytes?.(bytes);
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}

/** Loads a file piece by piece and saves it in the browser. Returns what went wrong, or nothing. */
export async function download(options: DownloadOptions): Promise<CallFailure | undefined> {
  const { path, publicBody, name, signal, onBytes } = options;
  if (!publicBody && reportMissingToken()) return { ok: false, status: 401, message: t(callTexts.signIn) };
  const token = publicBody ? null : readToken();
  try {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const init: RequestInit = publicBody
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(publicBody) }
      : { headers };
    const response = await fetch(`/api${path}`, { ...init, signal: signal ?? null });
    if (response.status === 401 && !publicBody) reportDeadToken(token);
    if (!response.ok) return await toFailure(response);
    const content = await readPieces(response, onBytes);
    const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    saveFile(content, named ?? name);
    return undefined;
  } catch {
    const aborted = signal?.aborted === true;
    return { ok: false, status: 0, message: t(aborted ? callTexts.cancelled : callTexts.unreachable), aborted };
  }
}
