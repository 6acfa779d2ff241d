import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import type { TakenSeat, WaitingMember } from '@afterhours/contract/webinars/lists';
import { type ReactNode, useEffect, useState } from 'react';
import { PersonRow } from '#entities/people/person-row.tsx';
import { onHostedChanged } from '#features/payments/seats/seat-changes.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { formatExact, formatPlanned } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { loadSeats, loadWaiting } from '../webinar-commands.ts';
import styles from '../webinars.module.css';

const texts = defineMessages('webinars.people', {
  loading: 'Loading',
  end: 'That’s everyone.',
  noSeats: 'Nobody has a seat yet.',
  hadNone: 'Nobody has a seat.',
  nobodyWaits: 'Nobody is waiting for a seat.',
  hidden: 'A member you can’t see',
  paid: 'Paid',
  free: 'Free seat',
  held: 'Held while they pay',
  offered: 'Offered from the waiting list',
  opened: 'Opened the join page {time}',
  notYetOpened: 'Has not opened the join page yet',
  neverOpened: 'Did not open the join page',
  place: 'Number {place, number}, waiting since {time}',
});

const stateOf = ({ state, offered }: TakenSeat): MessageDescriptor =>
  state === 'held' && offered ? texts.offered : texts[state];

/** A member by name; without a name if there is a block between them. */
function Someone({ person, lines }: { person: Person | null; lines: string[] }) {
  if (person) return <PersonRow person={person} lines={lines} />;
  return (
    <div className={styles.text}>
      <span>{t(texts.hidden)}</span>
      {lines.map((line) => (
        <span key={line} className={styles.quiet}>
          {line}
        </span>
      ))}
    </div>
  );
}

type ListProps<T> = {
  name: string;
  load: Parameters<typeof usePages<T>>[0];
  empty: MessageDescriptor;
  children: (item: T, index: number) => ReactNode;
};

function PagedList<T extends { _id: string }>({ name, load, empty, children }: ListProps<T>) {
  const pages = usePages(load, ({ _id }) => _id, { name });
  const { items, status, reload } = pages;
  useEffect(() => onHostedChanged(reload));
  return (
    <>
      {items.length > 0 && (
        <ul className={styles.list} aria-busy={status === 'loading'}>
          {items.map((item, index) => (
            <li key={item._id} className={styles.person}>
              {children(item, index)}
            </li>
          ))}
        </ul>
      )}
      <ListFoot
        pages={pages}
        loading={t(texts.loading)}
        shape={<PersonSkeleton />}
        none={<ListEnd>{t(empty)}</ListEnd>}
        end={t(texts.end)}
        byButton
      />
    </>
  );
}

const opened = ({ lastOpenedAt }: TakenSeat, over: boolean): string => {
  if (lastOpenedAt !== null) return t(texts.opened, { time: formatExact(lastOpenedAt) });
  return t(over ? texts.neverOpened : texts.notYetOpened);
};

/** The members who have a seat, and whether they have opened the join page. */
export function SeatList({ id, begun, over }: { id: string; begun: boolean; over: boolean }) {
  const [load] = useState(() => loadSeats(id));
  return (
    <PagedList<TakenSeat> name="seats" load={load} empty={over ? texts.hadNone : texts.noSeats}>
      {(seat) => <Someone person={seat.member} lines={[t(stateOf(seat)), ...(begun ? [opened(seat, over)] : [])]} />}
    </PagedList>
  );
}

/** The members who wait for a seat, the first in line first. */
export function WaitingList({ id }: { id: string }) {
  const [load] = useState(() => loadWaiting(id));
  return (
    <PagedList<WaitingMember> name="waiting" load={load} empty={texts.nobodyWaits}>
      {({ member, since }, index) => (
        <Someone person={member} lines={[t(texts.place, { place: index + 1, time: formatPlanned(new Date(since)) })]} />
      )}
    </PagedList>
  );
}
