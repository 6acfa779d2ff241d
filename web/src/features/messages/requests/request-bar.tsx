import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useRef, useState } from 'react';
import { InCommon } from '#entities/people/in-common.tsx';
import { BlockDialog, ReportDialog } from '#features/moderation/components/lazy-dialogs.ts';
import { passFocusOn } from '#lib/focus/keep-focus.ts';
import { isFocusLost } from '#lib/focus/lost-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import type { ConversationState } from '../state/message-state.ts';
import { requestChanged, selectRequest } from '../state/request-slice.ts';
import { answerRequest, loadMessageRequests, type RequestState, showIgnored } from './request-commands.ts';
import styles from './requests.module.css';

const texts = defineMessages('messages.requestBar', {
  label: 'Request from {name}',
  wants: '{name} would like to write to you. They won’t know that you’ve read this until you accept.',
  ignoredWhy: 'You ignored this request. {name} isn’t notified.',
  accept: 'Accept',
  ignore: 'Ignore',
  restore: 'Restore',
  block: 'Block',
  report: 'Report',
  joined: 'Joined {time}',
  sent: 'Sent as a request. You can write more once {name} has accepted it.',
});

/** When the sender joined, and which members the viewer follows who follow the sender. */
function Summary({ uniquekey, state }: { uniquekey: string | null; state: RequestState }) {
  const dispatch = useAppDispatch();
  const request = useAppSelector((root) => selectRequest(root, uniquekey));
  const isKnown = request !== undefined;
  useEffect(() => {
    if (!isKnown) void dispatch(loadMessageRequests(state, null));
  }, [dispatch, isKnown, state]);
  if (!request) return null;
  return (
    <div className={styles.summary}>
      {request.user.profession && <bdi>{request.user.profession}</bdi>}
      <span>
        <Sentence text={texts.joined} values={{ time: <Time value={request.joinedAt} ago /> }} />
      </span>
      {request.inCommon.count > 0 && <InCommon {...request.inCommon} />}
    </div>
  );
}

/** Replaces the composer: the viewer accepts, ignores, reports or blocks the sender of a request. */
export function RequestBar({ conversation }: { conversation: ConversationState }) {
  const dispatch = useAppDispatch();
  const [openDialog, setOpenDialog] = useState<'report' | 'block' | null>(null);
  const [pending, setPending] = useState(false);
  const { otherUserDetail: other, uniquekey, latestMessage, request } = conversation;
  const answer = async (action: 'accept' | 'ignore' | 'restore') => {
    if (pending || uniquekey === null) return;
    setPending(true);
    await dispatch(answerRequest(uniquekey, other, action));
    setPending(false);
  };
  const name = other.firstName;
  const away = request === 'ignored' ? 'restore' : 'ignore';
  return (
    <section ref={passFocusOn} aria-label={t(texts.label, { name })} className={styles.bar}>
      <p className={styles.about}>{t(request === 'ignored' ? texts.ignoredWhy : texts.wants, { name })}</p>
      {request !== 'sent' && request !== null && <Summary uniquekey={uniquekey} state={request} />}
      <div data-answers className={styles.actions}>
        <Button variant="primary" onClick={() => void answer('accept')}>
          {t(texts.accept)}
        </Button>
        <Button onClick={() => void answer(away)}>{t(texts[away])}</Button>
        <Button onClick={() => setOpenDialog('block')}>{t(texts.block)}</Button>
        <Button onClick={() => setOpenDialog('report')}>{t(texts.report)}</Button>
      </div>
      {latestMessage && openDialog === 'report' && (
        <ReportDialog
          reported={{ kind: 'message', id: latestMessage._id }}
          open
          onClose={() => setOpenDialog(null)}
          onReported={() => request === 'waiting' && uniquekey !== null && dispatch(showIgnored(uniquekey, other))}
        />
      )}
      {openDialog === 'block' && (
        <BlockDialog
          person={other}
          open
          onClose={() => setOpenDialog(null)}
          onBlocked={() => uniquekey !== null && dispatch(requestChanged({ uniquekey, request: null }))}
        />
      )}
    </section>
  );
}

/** Replaces the composer and takes its focus: the viewer's own request is waiting, or is shown as if it were. */
export function RequestSent({ name, isNew }: { name: string; isNew: boolean }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew && isFocusLost()) note.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <p ref={note} role="status" tabIndex={-1} className={styles.sent}>
      {t(texts.sent, { name })}
    </p>
  );
}
