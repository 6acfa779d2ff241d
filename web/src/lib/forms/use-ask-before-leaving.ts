/** Asks before what was typed on a page is lost: to a reload, to another site, and to Back and Forward. */
import { useEffect, useRef } from 'react';
import { holdHistory } from '../browser/hold-history.ts';

type Leaving = {
  /** Something would be lost. */
  active: boolean;
  /** Asks the member, where there is something to ask. */
  mayLeave: () => boolean | Promise<boolean>;
  /** Called once the member has agreed, before Back or Forward goes on. */
  onLeave: () => void;
};

/** The place of the current entry in the history; the router numbers the entries it makes. */
function readPosition(): number | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('idx' in state)) return undefined;
  return typeof state.idx === 'number' ? state.idx : undefined;
}

/**
 * Back and Forward cannot be cancelled, only undone: each is kept from the router, the history returns to where it was,
 * and goes on again when the member agrees. A reload asks in the browser's own words.
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
      letGo();
    };
    const ask = async () => {
      const wanted = steps;
      steps = 0;
      if (wanted === 0 || !(await latest.current.mayLeave())) return;
      stop();
      latest.current.onLeave();
      history.go(wanted);
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
    const letGo = holdHistory(onPopState);
    return stop;
  }, [active]);
}
