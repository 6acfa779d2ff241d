import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Navigation state that opens the composer; a string is the beginning of an otherwise empty post. */
type Asking = { compose?: true | string } | null;

/** Tracks whether the composer is open. `used` stays true, so that it can close with its transition. */
export function useComposer() {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const location = useLocation();
  const navigate = useNavigate();
  const { compose: asked } = (location.state as Asking) ?? {};
  const [beginning, setBeginning] = useState('');
  const [answered, setAnswered] = useState('');
  if (asked && answered !== location.key) {
    setAnswered(location.key);
    setBeginning(asked === true ? '' : asked);
    setOpen(true);
    setUsed(true);
  }
  useEffect(() => {
    if (!asked) return;
    // Otherwise a reload would open it again.
    void navigate(`${location.pathname}${location.search}`, { replace: true, state: null });
  }, [asked, navigate, location.pathname, location.search]);
  const show = () => {
    setBeginning('');
    setOpen(true);
    setUsed(true);
  };
  return { open, used, beginning, show, hide: () => setOpen(false) };
}
