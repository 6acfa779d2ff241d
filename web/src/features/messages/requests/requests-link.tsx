import { defineMessages } from '@afterhours/contract/base/message';
import Inbox from 'lucide-react/icons/inbox';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { passFocusOn } from '#lib/focus/keep-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { CountBadge } from '#ui/chips/count-badge.tsx';
import { Icon } from '#ui/text/icon.tsx';
import { selectWaitingRequests } from '../state/request-slice.ts';
import { loadMessageRequestCount } from './request-commands.ts';
import styles from './requests.module.css';

const texts = defineMessages('messages.requestsLink', {
  requests: 'Requests',
  waiting: 'waiting',
});

export const toRequests = '/Messages?list=requests';

/** Links to the message requests and shows how many are waiting. */
export function RequestsLink() {
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(selectWaitingRequests);
  useEffect(() => void dispatch(loadMessageRequestCount()), [dispatch]);
  return (
    <div ref={passFocusOn}>
      <Link to={toRequests} data-opens="" className={styles.link}>
        <Icon icon={Inbox} size={18} />
        <span className={styles.linkText}>{t(texts.requests)}</span>
        <CountBadge count={waiting} label={t(texts.waiting)} quiet />
      </Link>
    </div>
  );
}
