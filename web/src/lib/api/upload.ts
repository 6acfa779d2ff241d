/** Sends uploads by XMLHttpRequest, because fetch does not report their progress. */
import { limitSilence } from './silence.ts';
import type { Outcome, Outgoing } from './transport.ts';

/**
 * How long the server may work on files that it has received: it opens pictures one at a time, also those of others. It
 * closes a connection that is silent for as long.
 */
const WORK_MS = 120_000;

export function sendUpload(request: Outgoing): Promise<Outcome> {
  const { method, address, body, headers, signal, onProgress, silenceMs } = request;
  if (signal?.aborted) return Promise.resolve('aborted');
  const limit = limitSilence(signal, silenceMs);
  return new Promise<Outcome>((resolve) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, address);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', (event) => {
      limit.moved();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    xhr.upload.addEventListener('load', () => limit.moved(WORK_MS));
    xhr.addEventListener('load', () =>
      resolve({ status: xhr.status, text: xhr.responseText, retryAfter: xhr.getResponseHeader('retry-after') }),
    );
    xhr.addEventListener('error', () => resolve('unreachable'));
    xhr.addEventListener('abort', () => resolve(signal?.aborted ? 'aborted' : 'unreachable'));
    limit.signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(body);
  }).finally(limit.end);
}
