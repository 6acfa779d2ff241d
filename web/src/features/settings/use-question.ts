import { useRef, useState } from 'react';

/** A question in a dialog: `ask` resolves to the member's choice. */
export function useQuestion() {
  const [asking, setAsking] = useState(false);
  const settle = useRef<(yes: boolean) => void>(() => undefined);
  const ask = () =>
    new Promise<boolean>((resolve) => {
      settle.current = resolve;
      setAsking(true);
    });
  const answer = (yes: boolean) => {
    setAsking(false);
    settle.current(yes);
  };
  return { asking, ask, answer };
}
