import MoreHorizontal from 'lucide-react/icons/ellipsis';
import Flag from 'lucide-react/icons/flag';
import Link2 from 'lucide-react/icons/link-2';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { Accordion } from '#ui/layout/accordion.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Menu } from '#ui/menus/menu.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showUndoToast } from '#ui/toasts/undo-toast.tsx';
import { Section } from './section.tsx';
import styles from './ui-page.module.css';

const tabs = [
  { id: 'popular', label: 'Popular' },
  { id: 'top', label: 'Top Rated', count: 128 },
  { id: 'mine', label: 'Mine', count: 3 },
] as const;

function DialogDemo() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const [text, setText] = useState('');
  const discard = () => {
    setAsking(false);
    setOpen(false);
    setText('');
  };
  const mayClose = () => {
    if (text === '') return true;
    setAsking(true);
    return false;
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>New post</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        onBeforeClose={mayClose}
        title="New post"
        description="Write something and press Escape: you are asked first."
        footer={
          <Button variant="primary" onClick={discard}>
            Post
          </Button>
        }
      >
        <TextArea label="Text" minRows={4} value={text} onChange={(event) => setText(event.target.value)} />
        <Button onClick={() => toast.error('Shown above the dialog.')}>Fail</Button>
      </Dialog>
      <ConfirmDialog
        open={asking}
        title="Discard this post?"
        confirmLabel="Discard"
        cancelLabel="Keep writing"
        danger
        onConfirm={discard}
        onCancel={() => setAsking(false)}
      >
        What you wrote is not saved anywhere else.
      </ConfirmDialog>
    </>
  );
}

function MenuDemo() {
  const [chosen, setChosen] = useState('nothing');
  return (
    <>
      <Menu
        label="Post"
        side="bottom-start"
        header={<strong>Ada Lovelace</strong>}
        items={[
          { label: 'Copy link', icon: Link2, onSelect: () => setChosen('copy') },
          { label: 'Report', icon: Flag, onSelect: () => setChosen('report') },
          { label: 'Pin', disabled: true, onSelect: () => setChosen('pin') },
          { label: 'Delete', icon: Trash, danger: true, separated: true, onSelect: () => setChosen('delete') },
        ]}
        renderTrigger={(props) => <IconButton {...props} icon={MoreHorizontal} label="More about this post" />}
      />
      <span className={styles.meta}>Chosen: {chosen}</span>
    </>
  );
}

function ToastDemo() {
  return (
    <>
      <Button onClick={() => toast.success('Now following Zoë Ångström.', { position: 'bottom-left' })}>Success</Button>
      <Button onClick={() => toast.error('The server could not be reached. Your draft is kept.')}>Error</Button>
      <Button onClick={() => toast('Please enter a message', { position: 'top-center' })}>Blank</Button>
      <Button onClick={() => showUndoToast({ message: 'Post deleted.', onUndo: () => toast.success('It is back.') })}>
        Undo
      </Button>
    </>
  );
}

export function OverlaysSection() {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('popular');
  return (
    <Section title="What opens">
      <div className={styles.row}>
        <DialogDemo />
        <ToastDemo />
        <MenuDemo />
      </div>
      <div className={styles.grid}>
        <Tabs label="Order" tabs={tabs} value={tab} onChange={setTab}>
          The content of {tab}.
        </Tabs>
        <Accordion
          items={[
            { title: 'Popular Posts', subtitle: 'Over the past 24 hours', content: 'Five short lines.', open: true },
            { title: 'Closed', content: 'Opened.' },
          ]}
        />
      </div>
    </Section>
  );
}
