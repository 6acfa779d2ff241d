import { issueText } from '@afterhours/contract/base/issue';
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Sentence } from '#ui/text/sentence.tsx';
import { startLanguage } from './language.ts';
import { i18n, joinChoices, t, translateIssue } from './translate.ts';

const texts = defineMessages('test', {
  plain: 'Close',
  follows: '{name} follows you',
  posts: '{count, plural, one {# new post} other {# new posts}}',
  invitation: '<link>Invite {name}</link> to talk',
});

afterEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  document.documentElement.lang = 'en';
});

describe('A text', () => {
  it('is English by default', () => {
    expect(t(texts.plain)).toBe('Close');
    expect(t(texts.posts, { count: 1 })).toBe('1 new post');
    expect(t(texts.posts, { count: 1_200 })).toBe('1,200 new posts');
  });

  it.each(['a\\u0041b', 'C:\\x41', '\\\\', '{count}', '<link>x</link>', '#'])('shows the name %s literally', (name) => {
    expect(t(texts.follows, { name })).toBe(`${name} follows you`);
  });

  it('is taken from the catalog of the chosen language', () => {
    i18n.loadAndActivate({ locale: 'xx', messages: { 'test.plain': ['Zu'] } });
    expect(t(texts.plain)).toBe('Zu');
    expect(t(texts.follows, { name: 'Ana' })).toBe('Ana follows you');
  });
});

describe('A sentence with elements', () => {
  it('isolates the direction of a name and does not interpret tags in it', () => {
    const name = 'Ana</link><link>';
    render(<Sentence text={texts.invitation} values={{ name }} elements={{ link: <a href="/find">x</a> }} />);
    const link = screen.getByRole('link');
    expect(link.textContent).toBe(`Invite ${name}`);
    expect(link.querySelector('bdi')?.textContent).toBe(name);
  });
});

describe('The language of the pages', () => {
  it('is the pseudo-locale only if it is requested by name', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-XA']);
    await startLanguage();
    expect(i18n.locale).toBe('en');
    localStorage.setItem('language', 'en-XA');
    await startLanguage();
    expect(i18n.locale).toBe('en-XA');
    expect(document.documentElement.lang).toBe('en-XA');
  });

  it.each(['tlh', 'en-GB', '', 'constructor', '__proto__'])(
    'is English for %j, which has no catalog',
    async (chosen) => {
      localStorage.setItem('language', chosen);
      await startLanguage();
      expect(i18n.locale).toBe('en');
    },
  );
});

it('Choices are joined by the rules of the language', () => {
  expect(joinChoices(['#a', '#b'])).toBe('#a or #b');
});

describe('An issue of a schema', () => {
  const issues = defineMessages('testIssue', { tooLong: 'At most {max, number} letters.' });

  it('is shown in the language of the pages', () => {
    const text = issueText(issues.tooLong, { max: 5_000 });
    expect(translateIssue(text)).toBe('At most 5,000 letters.');
    i18n.loadAndActivate({
      locale: 'de',
      messages: { 'testIssue.tooLong': ['Höchstens ', ['max', 'number'], ' Zeichen.'] },
    });
    expect(translateIssue(text)).toBe('Höchstens 5.000 Zeichen.');
    expect(translateIssue('Said by a schema of its own')).toBe('Said by a schema of its own');
  });

  it('is found again in a build, where messages are compiled', () => {
    const compiled = {
      id: 'testIssue.built',
      message: ['At most ', ['max', 'number'], ' words.'],
    } as unknown as MessageDescriptor;
    expect(translateIssue(issueText(compiled, { max: 2_000 }))).toBe('At most 2,000 words.');
  });
});
