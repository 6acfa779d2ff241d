import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { copyText } from '#lib/browser/secure-context.ts';
import { Button } from '#ui/buttons/button.tsx';

type CopyButtonProps = { text: string; label: string };

/** Copies a text, and says whether that went well. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const copied = await copyText(text);
    setSaid(copied ? 'Copied' : 'Copying is not allowed here: please select the text.');
  };
  return (
    <>
      <Button icon={said === 'Copied' ? Check : Copy} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status">{said}</span>
    </>
  );
}
