/**
 * How long a request may be silent. Calls that work end earlier: the server gives up a statement after 15 seconds, and
 * a request to its storage after 30.
 */
const SILENCE_MS = 60_000;

/**
 * Aborts a request that hangs, such as on a connection that was lost without notice, and one that its caller aborts.
 * Call `moved` for what is sent or received, and `end` at the end of the request.
 */
export function limitSilence(caller: AbortSignal | undefined, ms = SILENCE_MS) {
  const control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  const moved = (mayBeSilent = ms) => {
    end();
    timer = setTimeout(() => control.abort(), mayBeSilent);
  };
  moved();
  return { signal: AbortSignal.any(caller ? [caller, control.signal] : [control.signal]), moved, end };
}
