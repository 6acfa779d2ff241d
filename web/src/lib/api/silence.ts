/**
 * How long a request may be silent. Calls that work end earlier: the server gives up a statement after 15 seconds, and
 * a request to its storage after 30.
 */
const SILENCE_MS = 60_000;

/**
 * Aborts a request that hangs, such as on a connection that was lost without notice. Call `moved` for what is sent or
 * received, and `end` at the end of the request.
 */
export function limitSilence(ms = SILENCE_MS) {
  const control = new AbortController();
  const wait = () => setTimeout(() => control.abort(), ms);
  let timer = wait();
  const end = () => clearTimeout(timer);
  const moved = () => {
    end();
    timer = wait();
  };
  return { signal: control.signal, moved, end };
}

/** Returns the signal of a request that its caller may abort, too. */
export const withSignal = (limit: AbortSignal, signal: AbortSignal | undefined): AbortSignal =>
  signal ? AbortSignal.any([limit, signal]) : limit;
