// The page that runs scenarios, in a browser: node play.cjs PAGE NATIVE FOLDER_OF_SCREENSHOTS CHROMIUM
//
// Opens PAGE from the disk. NATIVE is winnow-play, which answers the same requests on this machine. Prints `ok NAME` or `not ok NAME: reason`. Modules are found by NODE_PATH.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { promisify } = require('util');
const { execFile, execFileSync } = require('child_process');
const run = promisify(execFile);
const { chromium } = require('playwright-core');
const axe = require('axe-core');

const [file, native, folder, program] = process.argv.slice(2);
const check = (name, good, problem) => console.log(good ? `ok ${name}` : `not ok ${name}: ${problem}`);
// More memory than a browser gives, or more time than a test has: at these parameters only.
const SMALLER = { high_dimension: { set: ['n=1000,10000'] }, sketched_weights: { set: ['n=4,16,64,256'] }, gambling: { trials: 2000 }, sandwich: { trials: 500 }, logarithm: { trials: 1000 }, linear_threshold: { trials: 20000 } };

const PATIENCE = 600000;  // milliseconds for what must happen at some time: the machine may be busy

const rowsOf = (answer, name) => {
  const lines = (answer.tables[name] || '').split('\n').filter((line) => line && !line.startsWith('#'));
  const heads = (lines.shift() || '').split('\t');
  return lines.map((line) => { const cells = line.split('\t'); return Object.fromEntries(heads.map((head, i) => [head, cells[i]])); });
};

async function askNative(request) {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'play-'));
  try {
    fs.writeFileSync(path.join(scratch, 'request'), JSON.stringify(request));
    await run(native, ['request', 'answer'], { cwd: scratch });
    return JSON.parse(fs.readFileSync(path.join(scratch, 'answer'), 'utf8'));
  } finally {
    fs.rmSync(scratch, { recursive: true });
  }
}

// A worker of its own, so that two requests run at once.
const askPage = (page, request) => page.evaluate(async (asked) => {
  const worker = await newWorker();
  return new Promise((resolve) => {
    worker.onmessage = (event) => { if (event.data.began) return; worker.terminate(); resolve(event.data); };
    worker.onerror = (event) => resolve({ error: event.message });
    worker.postMessage({ request: asked });
  });
}, request);

// ---- the same as the program

// What the first different line of a table is, here and in the page.
function difference(table, ours, theirs) {
  const [a, b] = [ours.tables[table], theirs.tables[table] || ''].map((text) => text.split('\n'));
  const at = a.findIndex((line, i) => line !== b[i]);
  return `${table}: line ${at + 1}: ${a[at]} | ${b[at]}`;
}

async function compare(page, scenario, totals) {
  const request = { scenario: scenario.name, text: scenario.text, what: 'run', seeds: 1, ...(SMALLER[scenario.name] || {}) };
  const [ours, theirs] = await Promise.all([askNative(request), askPage(page, request)]);
  const failed = theirs.error || ours.error || (theirs.notes !== ours.notes && theirs.notes);
  const differ = failed ? [] : Object.keys(ours.tables).filter((table) => table !== 'timing.tsv' && ours.tables[table] !== theirs.tables[table]);
  if (!failed) totals.cells += rowsOf(ours, 'cells.tsv').length;
  check(`play: ${scenario.name}`, !failed && differ.length === 0, failed || differ.map((table) => difference(table, ours, theirs)).join('; '));
}

async function compareAll(page) {
  const scenarios = await page.evaluate(() => data.scenarios), totals = { cells: 0 };
  const waiting = [...scenarios].sort((a, b) => (SMALLER[b.name] ? 1 : 0) - (SMALLER[a.name] ? 1 : 0));
  await Promise.all([0, 1].map(async () => { while (waiting.length > 0) await compare(page, waiting.shift(), totals); }));
  check('play: cells of the scenarios', scenarios.length >= 50 && totals.cells >= 1000, `${totals.cells} cells of ${scenarios.length} scenarios`);
}

// ---- the page

// The first picture of every scenario (of every eighth without TEST_ALL) has a curve that goes somewhere, to the right and upwards. What is there after the first seed counts.
async function firstPictures(page) {
  const every = await page.evaluate(() => data.scenarios.map((item) => item.name)), empty = [];
  const names = process.env.TEST_ALL ? every : every.filter((name, place) => ['disjunction', 'irrelevant_features', 'practice'].includes(name) || place % 8 === 0);
  for (const name of names) {
    const problem = await page.evaluate((chosen) => new Promise((resolve) => {
      const done = (event) => { document.removeEventListener('firstcurve', done); clearInterval(look); resolve(event ? '' : byId('message').textContent); };
      const look = setInterval(() => { if (byId('message').textContent && byId('state').textContent === '') done(); }, 100);
      byId('message').textContent = '';
      document.addEventListener('firstcurve', done);
      choose(chosen);
    }), name);
    const boxes = await page.$$eval('#figure path.curve', (paths) => paths.map((path) => path.getBBox()).map((box) => [box.width, box.height]));
    if (problem || !boxes.some(([width, height]) => width > 50 && height > 5)) empty.push(`${name} ${problem || JSON.stringify(boxes)}`);
  }
  check('play: first pictures', names.length >= 8 && empty.length === 0, empty.join('; '));
}

function watch(page) {
  const seen = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) seen.push(message.text()); });
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('request', (request) => { if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(`file://${file}`)) seen.push(`asks for ${request.url()}`); });
  return seen;
}

async function open(browser, hash, size, scheme = 'light') {
  const context = await browser.newContext({ viewport: size, colorScheme: scheme, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage(), seen = watch(page);
  await page.addInitScript(() => { window.workers = 0; window.Worker = class extends Worker { constructor(...all) { super(...all); window.workers++; } terminate() { super.terminate(); window.workers--; } }; });
  await page.addInitScript(() => { window.runs = 0; document.addEventListener('finished', () => { window.runs++; }); document.addEventListener('firstcurve', (event) => { window.milliseconds = event.detail; }); });
  await page.goto(`file://${file}${hash}`);
  await page.waitForFunction(() => window.runs > 0);
  return { page, seen, context };
}

async function looks(browser) {
  for (const [size, scheme] of [[{ width: 1280, height: 900 }, 'light'], [{ width: 390, height: 800 }, 'dark']]) {
    const name = `play: ${size.width} pixels, ${scheme}`;
    const { page, seen, context } = await open(browser, '#scenario=close_to_subspace&p.n=16&p.r=2&seeds=2&trials=300', size, scheme);
    for (const id of ['edit', 'trace']) await page.click(`#${id} > summary`);
    await page.click('#tell');
    await page.waitForSelector('#trial pre');
    await page.click('#update');
    const [width, screen] = await page.evaluate(() => [document.scrollingElement.scrollWidth, window.innerWidth]);
    check(`${name}: fits`, width <= screen, `${width} pixels`);
    await page.evaluate(axe.source);
    const found = await page.evaluate(() => window.axe.run(document, { preload: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] }));
    check(`${name}: axe`, found.violations.length === 0, found.violations.map((violation) => `${violation.id}: ${violation.nodes[0].html.slice(0, 160)}`).join('; '));
    check(`${name}: complains of nothing, asks for nothing`, seen.length === 0, seen.join('; '));
    const labels = await page.$$eval('#figure .label', (texts) => texts.map((text) => text.getBoundingClientRect()).map((box) => [box.left, box.top, box.right, box.bottom]));
    const clash = labels.some((a, i) => labels.some((b, j) => i < j && a[0] < b[2] && b[0] < a[2] && a[1] + 2 < b[3] && b[1] + 2 < a[3]));
    check(`${name}: labels apart`, labels.length >= 5 && !clash, JSON.stringify(labels));
    await page.screenshot({ path: path.join(folder, `play-${size.width}-${scheme}.png`), fullPage: true });
    await context.close();
  }
}

async function uses(browser) {
  const { page, seen } = await open(browser, '#scenario=close_to_subspace&p.n=32&p.r=2&seeds=2&trials=300', { width: 1280, height: 900 });
  const runs = () => page.evaluate(() => window.runs);
  const next = async (before) => page.waitForFunction((count) => window.runs > count, before);

  // What is in the table is what the program says.
  const ours = await askNative({ scenario: 'close_to_subspace', text: await page.evaluate(() => state.text), what: 'run', set: ['n=32', 'r=2'], seeds: 2, trials: 300 });
  const expected = rowsOf(ours, 'summary.tsv').filter((row) => !row.bound.includes('.')).map((row) => `${row.learner} ${row.verdict}`);
  const shown = await page.$$eval('#verdicts tbody tr', (rows) => rows.map((row) => `${row.querySelector('[data-value]').dataset.value} ${row.lastChild.textContent.replace(/^\S+ /, '')}`));
  check('play: the table of verdicts', shown.length > 3 && shown.join() === expected.join(), `${shown} against ${expected}`);

  // The figure of reports, where report.cjs looks at it closely: the end of a curve is the mean of the table, and its name switches it off.
  const mean = Number(rowsOf(ours, 'summary.tsv').find((row) => row.learner === 'matrix_perceptron' && row.measure === 'mistakes').mean), name = '#figure .name[data-name="Matrix Perceptron"]';
  const end = await page.$eval('#figure path.curve[data-name="Matrix Perceptron"]', (path) => { const { x, y } = path.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM()); return { x, y }; });
  await page.mouse.move(end.x, end.y);
  const pointed = await page.textContent('#figure .tip');
  check('play: a curve that is pointed at', pointed.startsWith(`Matrix Perceptron trial 300: ${mean}`), `${pointed}, expected ${mean}`);
  await page.click(name);
  check('play: a curve that is switched off', (await page.$$('#figure path.curve[data-name="Matrix Perceptron"]')).length === 0 && (await page.getAttribute(name, 'aria-pressed')) === 'false', 'it is there');
  await page.click(name);

  // By keys alone: the slider of n goes on, the run follows, the address and the figure too.
  let before = await runs();
  const figure = await page.innerHTML('#figure');
  await page.focus('input[data-name=n]');
  await page.keyboard.press('ArrowRight');
  await next(before);
  check('play: keys move a slider', (await page.getAttribute('input[data-name=n]', 'aria-valuetext')) === '33' && page.url().includes('p.n=33'), page.url());
  check('play: the figure follows', (await page.innerHTML('#figure')) !== figure, 'the same figure');
  await page.reload();
  await page.waitForFunction(() => window.runs > 0);
  await page.keyboard.press('Tab');
  check('play: the first key leads to the skip link', (await page.evaluate(() => document.activeElement.className)) === 'skip', '');
  const reached = new Set();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.dataset.name || document.activeElement.parentElement.id || document.activeElement.tagName));
  }
  const wanted = ['scenario', 'n', 'r', 'noise', 'seeds', 'trials', 'reset', 'measure', 'edit', 'trace'];
  check('play: keys reach everything', wanted.every((id) => reached.has(id)), wanted.filter((id) => !reached.has(id)).join());

  // A run that is not over ends when the next begins, while a slider is dragged.
  before = await runs();
  await page.evaluate(() => { const slider = document.querySelector('input[data-name=n]'); for (const place of [20, 90, 50, 60]) { slider.value = place; slider.dispatchEvent(new Event('input')); } });
  await next(before);
  await page.waitForFunction(() => window.workers === 1); // the spare one
  check('play: only the last of four moves runs to its end', (await runs()) === before + 1, `${await runs() - before} runs`);

  // The address says it all.
  const again = await open(browser, new URL(page.url()).hash, { width: 1280, height: 900 });
  check('play: the address brings back the table', (await again.page.innerHTML('#verdicts')) === (await page.innerHTML('#verdicts')), 'another table');
  await again.context.close();

  // Mistakes in the text are named at their line; what ran before stays.
  await page.click('#edit > summary');
  const text = await page.inputValue('#text'), bad = text.replace('  trials = 2000', '  trails = 2000'), line = text.split('\n').findIndex((words) => words.includes('trials = 2000')) + 1;
  await page.fill('#text', bad);
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => document.getElementById('message').textContent !== '');
  const message = await page.textContent('#message'), told = (await askNative({ scenario: 'close_to_subspace', text: bad, what: 'plan' })).error;
  const [above, below] = await page.evaluate(() => [document.querySelector('#lines b').getBoundingClientRect().bottom, document.getElementById('wrong').getBoundingClientRect().top]);
  check('play: the message stands at its line', (await page.textContent('#wrong')) === message && (await page.isVisible('#wrong')) && Math.abs(below - above) < 8, `${below - above} pixels below the line`);
  check('play: the program\'s own message', message === told && (await page.textContent('#lines b')) === String(line), `${message} at ${await page.textContent('#lines')}`);

  // Endless loops end: the hook ends Lua, Stop ends what the hook cannot.
  await page.fill('#text', 'while true do pcall(function() while true do end end) end');
  await page.click('#run');
  await page.waitForFunction(() => document.getElementById('message').textContent.includes('took longer'));
  check('play: an endless loop ends', /close_to_subspace\.lua:1: evaluation took longer than 10 s/.test(await page.textContent('#message')), await page.textContent('#message'));
  await page.fill('#text', 'local s = string.rep("a", 200) return string.find(s, string.rep("a*", 60) .. "b")');
  await page.click('#run');
  await page.waitForFunction(() => working !== null && working.began);
  await page.click('#stop');
  await page.waitForFunction(() => document.getElementById('stop').disabled);
  before = await runs();
  await page.click('#original');
  await next(before);
  check('play: the page lives after both', (await page.textContent('#message')) === '' && (await page.$$('#verdicts tbody tr')).length > 3, await page.textContent('#message'));

  // A trace is that of the program: the last potential it tells is the one that is drawn.
  await page.click('#trace > summary');
  await page.click('#tell');
  await page.waitForSelector('#trial pre');
  const trials = await page.evaluate(() => story.trials.length);
  for (let i = 1; i < trials; i++) await page.click('#next');
  const told_trace = (await askNative(await page.evaluate(() => request('trace', { learner: document.getElementById('who').value, seed: 1, first: 60 })))).told;
  const potential = [...told_trace.matchAll(/potential [\d.e+-]+ -> ([\d.e+-]+)/g)].pop()[1];
  check('play: a trace', trials === 60 && (await page.getAttribute('#trial svg:last-of-type', 'aria-label')).endsWith(`now ${potential}`), `${trials} trials, ${await page.getAttribute('#trial svg:last-of-type', 'aria-label')}, expected ${potential}`);

  for (const [button, ending, holds] of [['get-lua', '.lua', 'return {'], ['get-tables', '.tar', 'close_to_subspace/verdicts.tsv'], ['get-svg', '.svg', '<svg']]) {
    if (!(await page.isVisible(`#${button}`))) await page.click('main > section:last-of-type summary');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#${button}`)]);
    const at = await download.path(), saved = fs.readFileSync(at, 'utf8');
    check(`play: download ${ending}`, download.suggestedFilename() === `close_to_subspace${ending}` && saved.includes(holds), download.suggestedFilename());
    if (ending === '.tar') {
      const tables = await page.evaluate(() => state.answer.tables), inside = (name) => execFileSync('tar', ['-xOf', at, `close_to_subspace/${name}`]).toString();
      const wrong = Object.keys(tables).filter((name) => inside(name) !== tables[name]);
      check('play: the archive has the tables', Object.keys(tables).length >= 5 && wrong.length === 0 && inside('README.txt').includes('winnow run close_to_subspace.lua --seeds '), `${Object.keys(tables)}; other than shown: ${wrong}; ${inside('README.txt')}`);
    }
  }
  const many = await askPage(page, { scenario: 'many', what: 'plan', text: 'return { trials = 5e9, seeds = 1, problem = problem.disjunction { n = 8, r = 1 }, learners = { learner.winnow { r = 1 } } }' });
  check('play: more trials than 32 bits count are as many as they can', !many.error && many.plan.points[0].trials === 2 ** 32 - 1, many.error || `${many.plan.points[0].trials} trials`);
  check('play: complains of nothing, asks for nothing', seen.length === 0, seen.join('; '));
  const strange = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.strange = true';
    document.body.append(script);
    return window.strange;
  });
  check('play: runs no script but its own', !strange, 'one that was put into it ran');
  return page;
}

(async () => {
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'], timeout: PATIENCE });
  await looks(browser);
  const page = await uses(browser);
  await firstPictures(page);
  await compareAll(page);
  await browser.close();
})().catch((error) => {
  console.log(`not ok play in a browser: ${error.message.split('\n')[0]}`);
  process.exit(1);
});
