// Runs before the first paint, so that a chosen theme never flashes the other one. Key shared with src/lib/theme.ts.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to us; the system's choice then stands.
}

// The answers that a member's page begins with, requested while the program is on its way. Taken by address in
// src/lib/api/transport.ts.
var FEED = '/api/post/getAllPost?limit=10';
async function read(response) {
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
}
function requestEarly(token) {
  if (typeof token !== 'string' || token === '') return;
  var addresses = ['/api/getProfile'];
  if (location.pathname.toLowerCase() === '/home' && location.search === '') addresses.push(FEED);
  var options = { headers: { authorization: 'Bearer ' + token } };
  var answers = Object.fromEntries(addresses.map((address) => [address, fetch(address, options).then(read)]));
  // Whoever takes one learns of a failure.
  Object.values(answers).forEach((answer) => answer.catch(() => undefined));
  answers[FEED]?.then(showPosts).catch(() => undefined);
  window.earlyAnswers = { token, answers };
  // Whatever begins later wants to know how things are by then.
  setTimeout(() => delete window.earlyAnswers, 20000);
  document.documentElement.dataset.member = '';
}
// The first posts can be read before the program is there, which draws them anew in the same places.
function showPosts({ status, text }) {
  var page = document.querySelector('#starting > div');
  if (status !== 200 || !page) return;
  page.replaceChildren(...JSON.parse(text).body.slice(0, 3).map(drawPost));
}
function drawPost({ title, description, user, comments }) {
  var post = document.createElement('article');
  if (comments.length > 0) post.dataset.commented = '';
  var texts = {
    b: user.firstName + ' ' + user.lastName,
    small: user.intro_details,
    h3: title,
    p: shorten(description),
  };
  for (var [name, text] of Object.entries(texts)) {
    if (!text) continue;
    var element = document.createElement(name);
    element.dir = 'auto';
    element.append(...text.split(/(#[\p{L}\p{N}\p{M}_]+)/u).map((piece, at) => (at % 2 ? drawTag(piece) : piece)));
    post.append(element);
  }
  return post;
}
function drawTag(text) {
  var tag = document.createElement('u');
  tag.textContent = text;
  return tag;
}
function shorten(text) {
  return text.length > 120 ? text.slice(0, 120).replace(/\s\S*$/, '…') : text;
}
// Members have no use for the landing page. It is written in English: in another language the program draws it. Who
// goes on to sign in finds what that needs.
function begin([program, ...others]) {
  if (localStorage.getItem('token')) location.replace('/home');
  else if ((localStorage.getItem('language') ?? 'en') !== 'en') void import(program);
  // The pictures of the landing page come first, then their drawing.
  else
    addEventListener('load', () =>
      setTimeout(() => [program, ...others].forEach((file) => addLink('prefetch', file)), 1500),
    );
}
function addLink(rel, file) {
  var link = document.createElement('link');
  link.rel = rel;
  link.as = 'script';
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}

// A page that can be read without the program loads it after all that is read, so that they do not share the line; at
// once for a member, who is shown nothing else, and for whoever begins to use the page.
function beginAfterContent([program, ...others]) {
  var member = 'member' in document.documentElement.dataset;
  var begun = false;
  function fetchProgram() {
    if (!begun) [program, ...others].forEach((file) => addLink('modulepreload', file));
    begun = true;
  }
  function run() {
    fetchProgram();
    // Preloaded; under these names the program uses them.
    for (var font of ['1em "Instrument Sans"', '600 1em "Bricolage Grotesque"']) void document.fonts.load(font);
    // Without it guests keep what they read.
    import(program).catch(() => member && document.querySelector('#starting') && showNotLoaded());
  }
  if (member) {
    fetchProgram();
    addEventListener('DOMContentLoaded', run);
    return;
  }
  addEventListener('load', () => setTimeout(run));
  for (var use of ['pointerdown', 'keydown']) addEventListener(use, fetchProgram, { once: true });
}
// The browser's offer to install the app, kept for a button of ours: src/features/installed-app/install.ts.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});
// A shortcut of the app, or something that was shared with it: opens the form of a new post, by what the router keeps.
if (/^\/home$/i.test(location.pathname) && /[?&]compose=/.test(location.search))
  history.replaceState({ usr: { compose: true } }, '', '/home');

try {
  if (document.currentScript.dataset.program) begin(document.currentScript.dataset.program.split(' '));
  requestEarly(JSON.parse(localStorage.getItem('token')));
} catch {
  // Storage may be closed to us; then nobody is signed in.
}
if (document.currentScript.dataset.afterContent)
  beginAfterContent(document.currentScript.dataset.afterContent.split(' '));

// What the page says when the program does not arrive: from language to text, written by the build.
var ownTexts = document.currentScript.dataset;

/** Returns the language that src/lib/text/language.ts would choose of those in which there is a text. */
function chooseLanguage(texts) {
  var wished = [...navigator.languages];
  try {
    var chosen = localStorage.getItem('language');
    if (chosen) wished.unshift(chosen);
  } catch {
    // Storage may be closed to us; the browser's languages then count.
  }
  for (var wish of wished) {
    var found = [wish, wish.split('-')[0]].find((language) => Object.hasOwn(texts, language));
    if (found) return found;
  }
  return 'en';
}

// A part without which nothing works did not arrive: the program does not start then. No styles of ours are relied on.
function showNotLoaded() {
  var root = document.getElementById('root');
  if (!root || !root.querySelector('#starting')) return;
  var notLoaded = JSON.parse(ownTexts.notLoaded);
  var language = chooseLanguage(notLoaded);
  var main = document.createElement('main');
  main.lang = language;
  main.id = 'main';
  main.style.cssText =
    'font: 16px/1.5 system-ui, sans-serif; margin: 20vh auto 0; max-width: 420px; padding: 0 16px; text-align: center';
  var title = document.createElement('h1');
  title.style.cssText = 'font-size: 20px';
  title.textContent = notLoaded[language];
  var button = document.createElement('button');
  button.type = 'button';
  button.style.cssText =
    'background: none; border: 1px solid; border-radius: 6px; color: inherit; font: inherit; ' +
    'margin-top: 16px; padding: 9px 16px';
  button.textContent = JSON.parse(ownTexts.tryAgain)[language];
  button.addEventListener('click', () => location.reload());
  main.append(title, button);
  root.replaceChildren(main);
  addEventListener('online', () => location.reload());
}
addEventListener(
  'error',
  (event) => {
    if (!event.target.matches?.('script[type="module"], link[rel="stylesheet"]')) return;
    document.documentElement.dataset.notLoaded = '';
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showNotLoaded);
    else showNotLoaded();
  },
  true,
);
