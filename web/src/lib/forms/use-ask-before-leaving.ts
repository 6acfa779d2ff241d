/** Asks before unsaved input on a page is lost by a reload, by leaving for another site, or by Back and Forward. */
import { useEffect, useRef } from 'react';
import { interceptHistory } from '../browser/intercept-history.ts';

type Leaving = {
  /** Whether something would be lost. */
  active: boolean;
  /** Asks the member if necessary. Returns whether the page may be left. */
  mayLeave: () => boolean | Promise<boolean>;
  /** Called once the member has agreed, before Back or Forward continues. */
  onLeave: () => void;
};

/** Returns the position of the current history entry; the router numbers the entries it creates. */
function readPosition(): number | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('idx' in state)) return undefined;
  return typeof state.idx === 'number' ? state.idx : undefined;
}

/**
 * Back and Forward cannot be cancelled, only undone: the hook keeps each from the router, returns the history to its
 * previous position, and repeats the step when the member agrees. On a reload the browser asks in its own words.
 */
export function useAskBeforeLeaving({ active, mayLeave, onLeave }: Leaving): void {
  const latest = useRef({ mayLeave, onLeave, position: readPosition() });
  useEffect(() => {
    latest.current = { mayLeave, onLeave, position: readPosition() };
  });
  useEffect(() => {
    if (!active) return undefined;
    const listening = new AbortController();
    let steps = 0;
    const stop = () => {
      listening.abort();
      releaseHistory();
    };
    const ask = async () => {
      const pendingSteps = steps;
      steps = 0;
      if (pendingSteps === 0 || !(await latest.current.mayLeave())) return;
      stop();
      latest.current.onLeave();
      history.go(pendingSteps);
    };
    const onPopState = (event: PopStateEvent) => {
      const { position } = latest.current;
      const reached = readPosition();
      if (position === undefined || reached === undefined) return;
      event.stopImmediatePropagation();
      if (reached === position) void ask();
      else {
        steps ||= reached - position;
        history.go(position - reached);
      }
    };
    addEventListener('beforeunload', (event) => event.preventDefault(), listening);
    const releaseHistory = interceptHistory(onPopState);
    return stop;
  }, [active]);
}
