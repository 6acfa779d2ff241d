import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Navigation state that opens the composer; a string is the beginning of an otherwise empty post. */
type ComposeState = { compose?: true | string } | null;

/** Tracks whether the composer is open. `used` stays true, so that it can close with its transition. */
export function useComposer() {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const location = useLocation();
  const navigate = useNavigate();
  const { compose: requested } = (location.state as ComposeState) ?? {};
  const [beginning, setBeginning] = useState('');
  const [handledKey, setHandledKey] = useState('');
  if (requested && handledKey !== location.key) {
    setHandledKey(location.key);
    setBeginning(requested === true ? '' : requested);
    setOpen(true);
    setUsed(true);
  }
  useEffect(() => {
    if (!requested) return;
    // Otherwise a reload would open it again.
    void navigate(`${location.pathname}${location.search}`, { replace: true, state: null });
  }, [requested, navigate, location.pathname, location.search]);
  const show = () => {
    setBeginning('');
    setOpen(true);
    setUsed(true);
  };
  return { open, used, beginning, show, hide: () => setOpen(false) };
}
