import { defineMessages } from '@afterhours/contract/base/message';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { copyText } from '#lib/browser/secure-context.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from './button.tsx';

const texts = defineMessages('ui.copy', {
  copied: 'Copied',
  refused: 'Copying is not allowed here. Please select the text.',
});

type CopyButtonProps = { text: string; label: string };

/** Copies a text and shows whether that succeeded. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    setCopied(await copyText(text));
  };
  return (
    <>
      <Button icon={copied ? Check : Copy} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status">{copied !== undefined && t(copied ? texts.copied : texts.refused)}</span>
    </>
  );
}
