import type { getOwnSelling } from '@afterhours/contract/community/community-limits';
import { useEffect, useState } from 'react';
import { call } from '#lib/api/client.ts';
import { Banner } from '#ui/feedback/banner.tsx';

/** Tells members who may not publish webinars, before they write one, and why. */
export function SellingNote() {
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    let shown = true;
    void call<typeof getOwnSelling>('GET', '/me/selling').then((response) => {
      // If this call fails, publishing shows the reason.
      if (shown && response.ok) setRefusal(response.body.refusal);
    });
    return () => {
      shown = false;
    };
  }, []);
  return refusal !== null && <Banner>{refusal}</Banner>;
}
