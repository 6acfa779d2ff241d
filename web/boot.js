// Runs before the first paint, so that a chosen theme never flashes the other one. src/lib/theme/theme.ts uses the
// same key.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The browser may refuse storage; the system's theme then applies.
}

// Values that the build and the server have written for this script; texts are keyed by language.
var own = document.currentScript.dataset;
// The position of the first entry, and the heights of entries by their ids, as far as they are known.
var first;
var heights = {};

// Outlines of members' pages that are shown before the program starts, which then renders the page in the same layout:
// a function that draws the outline, and the address of the page's first response if it is drawn from that. Responses
// are requested while the program is loading; src/lib/api/transport.ts looks them up by address.
var PAGES = {
  '/home': [({ body }) => drawEntries(body, drawPost), '/api/post/getAllPost?limit=10&likes=false'],
  '/notification': [
    ({ body }) => [drawTitle(own.notification), ...drawEntries(unreadFirst(body.notifications), drawRow(ofNews))],
    '/api/notification/?limit=30',
  ],
  '/find': [
    ({ body }) => [drawTitle(own.find), ...drawEntries(body, drawRow(ofPerson))],
    '/api/findColleagues?limit=20',
  ],
  '/jobs': [() => [drawTitle(own.jobs), ...drawPlaceholders()]],
  '/bookmarks': [() => [drawTitle(own.bookmarks), ...drawPlaceholders()]],
  '/profile': [drawProfile],
};
// Resolves once the outline is drawn or cannot be drawn, so that its data need not share a slow connection with the
// program.
var drawn = Promise.resolve();
var parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
async function read(response) {
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
}
function requestEarly(token) {
  if (typeof token !== 'string' || token === '') return;
  var path = location.pathname.toLowerCase();
  var [draw, address] = location.search === '' ? (PAGES[path] ?? []) : [];
  var options = { headers: { authorization: 'Bearer ' + token }, signal: AbortSignal.timeout(60000) };
  var addresses = ['/api/getProfile', address].filter(Boolean);
  var responses = Object.fromEntries(addresses.map((each) => [each, fetch(each, options).then(read)]));
  // The code that uses a response handles its failure.
  Object.values(responses).forEach((response) => response.catch(() => undefined));
  if (draw) {
    readPlaces(path);
    var data = address ? responses[address].then(({ status, text }) => status === 200 && JSON.parse(text)) : {};
    var show = ([found]) => found && fill(path, draw(found));
    drawn = Promise.race([
      Promise.all([data, parsed])
        .then(show)
        .catch(() => undefined),
      after(1500),
    ]);
  }
  window.earlyResponses = { token, responses };
  // Requests that start later need current data.
  setTimeout(() => delete window.earlyResponses, 20000);
  document.documentElement.dataset.member = '';
}
function after(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
// Reads where the entries of the page were on the member's last visit: src/app/live/keep-places.ts.
function readPlaces(path) {
  var [width, ...entries] = JSON.parse(localStorage.getItem('places:' + path)) ?? [];
  if (width !== innerWidth) return;
  first = entries[0]?.[1];
  heights = Object.fromEntries(entries.map(([id, top], at) => [id, entries[at + 1]?.[1] - top]));
}
// Resolves once the pictures are decoded.
function fill(path, elements) {
  var page = document.querySelector('#starting > div');
  page.dataset.path = path;
  if (first) page.style.setProperty('--first', first + 'px');
  page.replaceChildren(...elements);
  return Promise.allSettled([...page.querySelectorAll('img')].map((each) => each.decode()));
}
// In the order of the page.
function unreadFirst(notifications) {
  return notifications.sort((one, other) => one.read - other.read);
}
// Returns the first entries, down to one of unknown height: those below would move.
function findPlaced(entries) {
  var unknown = entries.findIndex(({ _id }) => !heights[_id]);
  return unknown < 0 ? entries : entries.slice(0, unknown + 1);
}
function drawEntries(entries, drawEntry) {
  return findPlaced(entries.slice(0, 8)).map((entry) => {
    var element = drawEntry(entry);
    var height = heights[entry._id];
    if (height) element.style.blockSize = height + 'px';
    return element;
  });
}
function drawTitle(title) {
  var texts = JSON.parse(title);
  return draw('h1', [texts[chooseLanguage(texts)]]);
}
function drawPlaceholders() {
  return ['i', 'i', 'i'].map((name) => document.createElement(name));
}
function draw(name, content, data) {
  var element = document.createElement(name);
  element.dir = 'auto';
  element.append(...content);
  return Object.assign(element, data);
}
function drawRow(linesOf) {
  return (entry) => {
    var lines = Object.entries(linesOf(entry)).filter(([, text]) => text);
    return draw(
      'section',
      lines.map(([name, text]) => draw(name, [text])),
    );
  };
}
function nameOf({ firstName, lastName }) {
  return firstName + ' ' + lastName;
}
function ofNews({ actor, subject }) {
  return { b: actor && nameOf(actor), p: subject?.text };
}
function ofPerson(person) {
  return { b: nameOf(person), small: person.profession };
}
// Uses the member's data stored on the last visit.
function drawProfile() {
  var user = JSON.parse(localStorage.getItem('user'));
  var cover = drawPicture(user.cover_image, (base) => ({
    sizes: '(min-width: 1280px) 892px, 100vw',
    srcset: base + '-640.webp 640w, ' + base + '.webp 1280w',
  }));
  var face = drawPicture(user.image, (base) => ({ src: base + '-256.webp' }));
  // The prompt in place of a missing profession is higher.
  var words = user.profession ? [user.profession, user.intro_details ?? ''].map((text) => draw('p', [text])) : [];
  return [draw('figure', cover), draw('figure', face), draw('h1', [nameOf(user)]), ...words];
}
function drawPicture(image, addressesAt) {
  if (!image) return [];
  var base = '/api/uploads/users/' + image.replace(/\.jpg$/, '');
  return [draw('img', [], { ...addressesAt(base), alt: '' })];
}
function drawPost({ title, description, label, held, postType, user }) {
  var post = document.createElement('article');
  post.dataset.type = postType;
  // The program shows a note above, or covers sensitive content. A job's terms are above its text.
  var noted = label || held;
  var texts = {
    b: nameOf(user),
    small: cut(user.intro_details ?? user.profession ?? ''),
    h3: noted ? '' : title,
    p: noted || postType === 'job' ? '' : shorten(description),
  };
  for (var [name, text] of Object.entries(texts)) {
    if (!text) continue;
    var pieces = text.split(/(#[\p{L}\p{N}\p{M}_]+)/u);
    post.append(
      draw(
        name,
        pieces.map((piece, at) => (at % 2 ? draw('u', [piece], { dir: '' }) : piece)),
      ),
    );
  }
  return post;
}
// As long as the program shows it.
function cut(intro) {
  return intro.length > 40 ? intro.slice(0, 40).trimEnd() + '…' : intro;
}
function shorten(text) {
  return text.length > 120 ? text.slice(0, 120).replace(/\s\S*$/, '…') : text;
}
// Starts the landing page. Members are redirected to the feed. The page is written in English; in another language the
// program renders it. Files for signing in are prefetched.
function begin([program, ...others]) {
  if (localStorage.getItem('token')) location.replace('/home');
  else if ((localStorage.getItem('language') ?? 'en') !== 'en') void import(program);
  // After the pictures of the landing page have been loaded and painted.
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

// Loads the program after the content that can be read without it, so that they do not share the connection. On a
// guest's page this is after everything in the page has loaded, or as soon as the guest interacts with it.
function loadProgram([program, ...others]) {
  var member = 'member' in document.documentElement.dataset;
  var readable = 'readable' in own && !member;
  var begun = false;
  function fetchProgram() {
    if (!begun) [program, ...others].forEach((file) => addLink('modulepreload', file));
    begun = true;
  }
  function run() {
    fetchProgram();
    // The files are preloaded; the program uses the fonts under these names.
    for (var font of ['1em "Instrument Sans"', '600 1em "Bricolage Grotesque"']) void document.fonts.load(font);
    // If this fails, guests keep the content that they are reading.
    import(program).catch(() => !readable && document.querySelector('#starting') && showNotLoaded());
  }
  if (!readable) {
    addEventListener('DOMContentLoaded', () => drawn.then(untilPainted).then(run));
    return;
  }
  addEventListener('load', () => setTimeout(run));
  for (var use of ['pointerdown', 'keydown']) addEventListener(use, fetchProgram, { once: true });
}
// Resolves in the frame after the next one, when the outline is on the screen. Nothing is painted in a hidden tab.
function untilPainted() {
  var next = (then) => () => requestAnimationFrame(then);
  var painted = new Promise((resolve) => next(next(() => setTimeout(resolve)))());
  return document.hidden ? undefined : Promise.race([painted, after(1500)]);
}
// Keeps the browser's install prompt for a button of ours: src/features/installed-app/install.ts.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});
// For a shortcut of the app or shared content: opens the form for a new post through the router's history state.
if (/^\/home$/i.test(location.pathname) && /[?&]compose=/.test(location.search))
  history.replaceState({ usr: { compose: true } }, '', '/home');

try {
  if (own.landing) begin(own.landing.split(' '));
  requestEarly(JSON.parse(localStorage.getItem('token')));
} catch {
  // The browser may refuse storage; then nobody is signed in.
}
if (own.program) loadProgram(own.program.split(' '));

/** Returns the language that src/lib/text/language.ts would choose among those of the texts. */
function chooseLanguage(texts) {
  var preferred = [...navigator.languages];
  try {
    var chosen = localStorage.getItem('language');
    if (chosen) preferred.unshift(chosen);
  } catch {
    // The browser may refuse storage; its own languages then apply.
  }
  for (var tag of preferred) {
    var found = [tag, tag.split('-')[0]].find((language) => Object.hasOwn(texts, language));
    if (found) return found;
  }
  return 'en';
}

// Shown when an essential file failed to load, so that the program cannot start. Does not rely on our stylesheets.
function showNotLoaded() {
  var root = document.getElementById('root');
  if (!root || !root.querySelector('#starting')) return;
  var notLoaded = JSON.parse(own.notLoaded);
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
  button.textContent = JSON.parse(own.tryAgain)[language];
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
