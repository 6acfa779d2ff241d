import { type ComponentProps, type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { createPartLoader } from '#lib/parts/load-part.ts';
import { TextArea } from '#ui/fields/text-area.tsx';

type Field = RefObject<HTMLTextAreaElement | null>;
export type CompletionsProps = { field: Field; onValue: (text: string) => void };

const loadPart = createPartLoader<ComponentType<CompletionsProps>>(
  async () => (await import('./completions.tsx')).Completions,
);

/** Loads the suggestions once an `@` or `#` has been typed. Until then, or offline, the text has none. */
function useCompletionsPart(): [Part: ComponentType<CompletionsProps> | null, request: () => void] {
  const [requested, setRequested] = useState(false);
  const [Part, setPart] = useState<ComponentType<CompletionsProps> | null>(null);
  useEffect(() => {
    if (!requested) return undefined;
    let cancelled = false;
    loadPart().then(
      (part) => cancelled || setPart(() => part),
      () => cancelled || setRequested(false),
    );
    return () => {
      cancelled = true;
    };
  }, [requested]);
  return [Part, () => setRequested(true)];
}

type CompletingTextAreaProps = Omit<ComponentProps<typeof TextArea>, 'ref' | 'onInput'> & {
  ref?: Field;
  /** Called with the text that contains the chosen suggestion. */
  onValue: (text: string) => void;
};

/** A text area in which `@` suggests members and `#` suggests hashtags. The focus stays in the text. */
export function CompletingTextArea({ ref, onValue, ...area }: CompletingTextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const field = ref ?? own;
  const [Part, request] = useCompletionsPart();
  return (
    <div>
      <TextArea
        {...area}
        ref={field}
        onInput={({ currentTarget }) => {
          if (/[@#]/.test(currentTarget.value)) request();
        }}
      />
      {Part && <Part field={field} onValue={onValue} />}
    </div>
  );
}
