import { defineMessages } from '@afterhours/contract/base/message';
import {
  type AccentToken,
  deriveAccent,
  findNearestAccent,
  findUnreadable,
  isHexColour,
  type Oklch,
  type Scheme,
  schemes,
  type UnreadablePair,
} from '@afterhours/contract/community/accent';
import type { ComponentProps, CSSProperties } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import styles from '../community.module.css';

const texts = defineMessages('community.accent', {
  hint: 'For buttons, links and highlights, such as #1a66c2. Leave empty for the default.',
  pick: 'Pick the accent colour',
});

const schemeNames = defineMessages('community.scheme', { light: 'Light', dark: 'Dark' });

const parts = defineMessages('community.accentPart', {
  ink: 'Text',
  muted: 'Quiet text',
  paper: 'the page',
  surface: 'cards',
  sunken: 'recessed areas',
  lamp: 'buttons',
  'lamp-lit': 'hovered buttons',
  'lamp-low': 'pressed buttons',
  'on-lamp': 'Button text',
  'lamp-text': 'Links',
  'lamp-tint': 'tinted areas',
  focus: 'The focus ring',
});

const problems = defineMessages('community.accentProblem', {
  pair: '{of} on {on} ({scheme}): contrast is {contrast, number}; it must be at least {needed, number}.',
  fill: 'Buttons on {on} ({scheme}): contrast is {contrast, number}; it must be at least {needed, number}.',
  nearest: 'Use {colour}, the nearest readable colour',
});

/** Returns the first pair of each kind, regardless of the scheme: a button has the same colours in both. */
const firstOfEach = (pairs: readonly UnreadablePair[]) =>
  pairs.filter(({ of, on }, at) => pairs.findIndex((other) => other.of === of && other.on === on) === at);

function Problem({ of, on, scheme, contrast, needed }: UnreadablePair) {
  const values = {
    on: t(parts[on]),
    scheme: t(schemeNames[scheme]),
    contrast: Math.floor(contrast * 10) / 10,
    needed,
  };
  return <li>{of === 'lamp' ? t(problems.fill, values) : t(problems.pair, { ...values, of: t(parts[of]) })}</li>;
}

const write = ([l, c, h]: Oklch) => `oklch(${l} ${c} ${h})`;

/** Previews a button and a link in one scheme. */
function Sample({ colour, scheme }: { colour: string; scheme: Scheme }) {
  const tokens = Object.entries(deriveAccent(colour)) as [AccentToken, Record<Scheme, Oklch>][];
  const style = {
    colorScheme: scheme,
    ...Object.fromEntries(tokens.map(([name, both]) => [`--sample-${name}`, write(both[scheme])])),
  } as CSSProperties;
  return (
    <div aria-hidden="true" className={styles.sample} style={style}>
      <span className={styles.sampleButton}>{t(schemeNames[scheme])}</span>
      <span className={styles.sampleLink}>{colour}</span>
    </div>
  );
}

type AccentFieldProps = {
  props: Pick<ComponentProps<typeof TextField>, 'name' | 'label' | 'value' | 'onChange' | 'onBlur' | 'error'>;
  value: string;
  onPick: (colour: string) => void;
};

/** The accent colour, typed or picked, with a preview and the pairs that would be unreadable. */
export function AccentField({ props, value, onPick }: AccentFieldProps) {
  const colour = value.trim().toLowerCase();
  const isValid = isHexColour(colour);
  const unreadable = isValid ? firstOfEach(findUnreadable(colour)) : [];
  const nearest = unreadable.length > 0 ? findNearestAccent(colour) : null;
  return (
    <div className={styles.accent}>
      <div className={styles.pick}>
        <TextField {...props} hint={t(texts.hint)} maxLength={20} spellCheck={false} />
        <input
          type="color"
          aria-label={t(texts.pick)}
          value={isValid ? colour : '#e59a2f'}
          onChange={({ target }) => onPick(target.value)}
          className={styles.colour}
        />
      </div>
      {isValid && nearest === null && (
        <div className={styles.samples}>
          {schemes.map((scheme) => (
            <Sample key={scheme} colour={colour} scheme={scheme} />
          ))}
        </div>
      )}
      <div role="status" className={styles.problems}>
        {nearest && (
          <>
            <ul>
              {unreadable.map((pair) => (
                <Problem key={`${pair.of} ${pair.on}`} {...pair} />
              ))}
            </ul>
            <Button size="small" onClick={() => onPick(nearest)}>
              {t(problems.nearest, { colour: nearest })}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
