/** Requests to a provider, whose responses are small: a large one would fill the memory of this server. */
import type { CustomFetch } from 'openid-client';

const MAX_BYTES = 1024 * 1024;

/** Fetches, and reads the response. Throws a TypeError, like a connection that breaks, if it is too large. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Ends the loop, which closes the connection.
    if (bytes > MAX_BYTES) throw new TypeError('The response of the provider is too large.');
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(bytes > 0 ? new Blob(chunks) : null, { status, statusText, headers });
};
