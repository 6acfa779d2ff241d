import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Whether the composer is open. `used` stays true, so that it can close with its transition. */
export function useComposer() {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const location = useLocation();
  const navigate = useNavigate();
  const asked = Boolean((location.state as { compose?: boolean } | null)?.compose);
  const [answered, setAnswered] = useState('');
  if (asked && answered !== location.key) {
    setAnswered(location.key);
    setOpen(true);
    setUsed(true);
  }
  useEffect(() => {
    if (!asked) return;
    // A reload does not open it again.
    void navigate(`${location.pathname}${location.search}`, { replace: true, state: null });
  }, [asked, navigate, location.pathname, location.search]);
  const show = () => {
    setOpen(true);
    setUsed(true);
  };
  return { open, used, show, hide: () => setOpen(false) };
}
