// A report in a browser: node report.cjs PAGE FOLDER_OF_SCREENSHOTS CHROMIUM RESULTS
//
// With `opening` in place of RESULTS: only how long the page takes to open. Opens the page from the disk in two widths and both schemes. RESULTS is the result folder, named disjunction,
// of one of its experiments: what its picture tells is compared with the tables there. Then the page of `winnow run --watch`, of a scenario that is written here in the current folder;
// WINNOW is the program. Prints `ok NAME` or `not ok NAME: reason`. Modules are found by NODE_PATH.
'use strict';
const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { chromium } = require('playwright-core');
const axe = require('axe-core');

const [page_file, folder, program, what] = process.argv.slice(2);
const LONGEST_OPENING = Number(process.env.REPORT_MILLISECONDS || 2000);
const FEW = 200; // rows shown at first, as in report.js
const say = (name, problem) => console.log(problem ? `not ok ${name}: ${problem}` : `ok ${name}`);
const check = (name, good, problem) => say(name, good ? '' : problem || 'it is not so');

// Everything that the browser complains of or asks for.
function watch(page) {
  const seen = { complaints: [], requests: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') seen.complaints.push(message.text());
  });
  page.on('pageerror', (error) => seen.complaints.push(String(error)));
  page.on('request', (request) => seen.requests.push(request.url()));
  return seen;
}

const visibleRows = (page) => page.$$eval('#table tbody tr', (rows) => rows.filter((row) => row.offsetParent !== null || row.getClientRects().length > 0).length);
const count = (page) => page.textContent('#count');

async function filters(page, name) {
  check(`${name}: the table is folded`, !(await page.$eval('#fold', (part) => part.open)));
  await page.click('#fold > summary');
  const total = await page.$$eval('#table tbody tr', (rows) => rows.length);
  const bounds = await page.$$eval('#table tbody tr', (rows) => rows.filter((row) => row.className === '').length);
  check(`${name}: at first the bounds`, (await visibleRows(page)) === Math.min(bounds, FEW), `${await visibleRows(page)}, not ${bounds} rows`);
  check(`${name}: the count`, (await count(page)).startsWith(`${bounds} of ${total} rows`), await count(page));

  for (const choice of ['verdict', 'bound', 'learner', 'scenario']) {
    const values = await page.$$eval(`#f-${choice} option`, (options) => options.map((option) => option.value));
    const column = { verdict: 0, scenario: 1, learner: 3, bound: 4 }[choice];
    const value = values[values.length - 1];
    await page.selectOption(`#f-${choice}`, value);
    await page.waitForTimeout(150);
    const expected = await page.$$eval('#table tbody tr', (rows, [c, v]) => rows.filter((row) => row.className === '' &&
      (c === 0 ? row.cells[0].querySelector('b').lastChild.data.trim() : row.cells[c].innerText || row.cells[c].textContent) === v).length,
    [column, value]);
    check(`${name}: filter by ${choice}`, values.length > 1 && (await visibleRows(page)) === Math.min(expected, FEW),
      `${await visibleRows(page)}, not ${expected} rows with '${value}'`);
    await page.click('#filters button[type=reset]');
    await page.waitForTimeout(50);
  }

  await page.fill('#f-text', 'no such words anywhere');
  await page.waitForTimeout(150);
  check(`${name}: words that are nowhere`, (await count(page)) === `0 of ${total} rows`, await count(page));
  await page.click('#filters button[type=reset]');
  await page.check('#f-steps');
  await page.check('#f-none');
  await page.waitForTimeout(150);
  check(`${name}: a long table is cut`, (await visibleRows(page)) === Math.min(total, FEW), `${await visibleRows(page)}`);
  if (total > FEW) await page.click('#more');
  check(`${name}: all rows`, (await visibleRows(page)) === total, `${await visibleRows(page)} of ${total}`);
  await page.click('#filters button[type=reset]');
  await page.waitForTimeout(50);
  const wanted = await page.$eval('a.show', (link) => link.dataset.show);
  await page.click('#fold > summary');
  await page.click('a.show');
  check(`${name}: a link to verdicts unfolds the table`, await page.$eval('#fold', (part) => part.open));
  await page.waitForTimeout(100);
  check(`${name}: verdicts of one experiment`, (await page.inputValue('#f-scenario')) === wanted, await page.inputValue('#f-scenario'));
  await page.click('#filters button[type=reset]');
  await page.waitForTimeout(50);
}

// ---- pictures that are explored

const rowsOf = (file) => {
  const [heads, ...lines] = fs.readFileSync(path.join(what, file), 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
  return lines.map((cells) => Object.fromEntries(heads.map((head, i) => [head, cells[i]])));
};

// {panel: {learner's title: (trial) => mean of the mistakes so far}}, from the tables alone.
function meansOf() {
  const titles = JSON.parse(fs.readFileSync(path.join(what, 'manifest.json'), 'utf8')).learner_titles, curves = {}, means = {};
  for (const row of rowsOf('curves.tsv')) (curves[row.cell] = curves[row.cell] || []).push([Number(row.t), Number(row.mistakes)]);
  for (const cell of rowsOf('cells.tsv')) {
    const panel = (means[cell.form] = means[cell.form] || {}), title = titles[cell.learner];
    (panel[title] = panel[title] || []).push(curves[cell.cell]);
  }
  for (const panel of Object.values(means)) {
    for (const [title, cells] of Object.entries(panel)) panel[title] = (t) => cells.reduce((sum, rows) => sum + rows.filter((row) => row[0] <= t).pop()[1], 0) / cells.length;
  }
  return means;
}

const TRIALS = 400;
// The middle of the curve from left to right, on the screen, and which share of the axis that is.
const placeOn = (panel, learner) => panel.$eval(`path.curve[data-name="${learner}"]`, (path) => {
  const axis = path.closest('svg').querySelector('.axis').getBoundingClientRect();
  const point = path.getPointAtLength(0.6 * path.getTotalLength()), at = point.matrixTransform(path.getScreenCTM());
  return { x: at.x, y: at.y, share: (at.x - axis.left) / axis.width };
});

// What is said where the pointer is: {learners, trial, value}.
async function told(figure) {
  await figure.waitForSelector('.tip', { state: 'visible' });
  const [, trial, value] = (await figure.$eval('.tip', (tip) => tip.textContent)).match(/ trial (\d+): ([-\d.e]+)/) || [];
  return { learners: (await figure.$eval('.tip b', (part) => part.textContent)).split(', '), trial: Number(trial), value: Number(value) };
}

// trialAt: of a share of the axis.
async function hover(page, figure, means, name, trialAt) {
  for (const panel of await figure.$$('.panel')) {
    const form = await panel.$eval('p', (part) => part.textContent);
    for (const learner of Object.keys(means[form])) {
      const place = await placeOn(panel, learner);
      await page.mouse.move(place.x, place.y);
      const { learners, trial, value } = await told(figure), here = trialAt(place.share), near = [0.95 * here - 5, 1.05 * here + 5].map((t) => means[form][learner](Math.max(0, t)));
      check(`${name}: ${form}, ${learner}`, learners.includes(learner) && learners.every((one) => Math.abs(means[form][one](trial) - value) <= 1e-5 * value) && near[0] <= value * 1.00001 && value <= near[1] * 1.00001,
        `${learners}, trial ${trial}: ${value}; the tables: ${means[form][learner](trial)}, and ${near.join(' to ')} about trial ${here}`);
    }
  }
}

// Equal factors are equal steps on a logarithmic axis, and not on the other.
const isLogarithmic = (figure, axis) => figure.$eval('.panel svg', (svg, side) => {
  const places = Array.from(svg.querySelectorAll('text'), (text) => [Number(text.textContent), text.getBoundingClientRect(), text.getAttribute('text-anchor')])
    .filter(([value, , anchor]) => value > 0 && anchor === (side === 'x' ? 'middle' : 'end')).map(([value, box]) => [Math.log(value), side === 'x' ? box.left + box.width / 2 : -box.top]);
  const slopes = places.slice(1).map(([value, place], i) => (place - places[i][1]) / (value - places[i][0]));
  return slopes.length > 1 && Math.max(...slopes) - Math.min(...slopes) < 0.1 * Math.max(...slopes);
}, axis);

async function explore(page, name) {
  const means = meansOf(), figure = await page.$('section[aria-labelledby=e-disjunction] figure'), drawn = () => figure.$$eval('path.curve', (paths) => paths.map((path) => path.dataset.name));
  await figure.evaluate((part) => part.scrollIntoView());
  await figure.waitForSelector('.panel svg');
  check(`${name}: in place of the still picture`, !(await figure.$eval('img', (image) => image.checkVisibility())));
  await hover(page, figure, means, `${name}: pointed at`, (share) => TRIALS * share);
  await page.screenshot({ path: path.join(folder, `${name.split(' ')[0]}-explored.png`) });

  // By keys: the curve of the label, from its end on.
  const label = await figure.$('.name[data-name="Matrix Perceptron"]');
  await figure.$eval('[data-axis=y]', (box) => box.focus());
  for (let i = 0; i < 12 && !(await label.evaluate((part) => part === document.activeElement)); i++) await page.keyboard.press('Tab');
  const end = await told(figure);
  await page.keyboard.press('ArrowLeft');
  const before = await told(figure), vector = means.vector['Matrix Perceptron'];
  check(`${name}: by keys`, end.learners.includes('Matrix Perceptron') && end.trial === TRIALS && Math.abs(end.value - vector(TRIALS)) < 1e-5 * end.value && before.trial < TRIALS &&
    Math.abs(before.value - vector(before.trial)) < 1e-5 * end.value, JSON.stringify([end, before, vector(TRIALS)]));
  const all = await drawn();
  await page.keyboard.press('Enter');
  check(`${name}: switched off`, (await drawn()).join() === all.filter((one) => one !== 'Matrix Perceptron').join() && all.includes('Matrix Perceptron'), await drawn());
  check(`${name}: and told so`, (await figure.$$eval('.name[data-name="Matrix Perceptron"]', (labels) => labels.every((one) => one.getAttribute('aria-pressed') === 'false'))));
  check(`${name}: the keys stay there`, (await page.evaluate(() => document.activeElement.dataset.name)) === 'Matrix Perceptron');
  await figure.$eval('.name[data-name="Matrix Perceptron"]', (part) => part.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  check(`${name}: and on again`, (await drawn()).join() === all.join(), await drawn());

  check(`${name}: linear axes`, !(await isLogarithmic(figure, 'x')) && !(await isLogarithmic(figure, 'y')));
  for (const axis of ['x', 'y']) {
    await (await figure.$(`[data-axis=${axis}]`)).check();
    check(`${name}: logarithmic ${axis} axis`, await isLogarithmic(figure, axis));
  }
  await hover(page, figure, means, `${name}: on logarithmic axes`, (share) => TRIALS ** share);
  await (await figure.$('.axes label:last-child input')).check();
  check(`${name}: the still picture when asked for`, (await figure.$eval('img', (image) => image.checkVisibility())) && !(await figure.$eval('.panel', (panel) => panel.checkVisibility())));
  for (const box of await figure.$$('.axes input')) await box.uncheck();
}

// Words of Lua in the scenarios' texts, which stay what they are.
async function lua(page, name) {
  const marked = (text) => page.evaluate((source) => luaPieces(source).map(([kind, part]) => (kind ? `<${kind} ${part}>` : part)).join(''), text);
  for (const [text, wanted] of [['local x = 1 -- <b>', '<k local> x = <n 1> <c -- <b>>'], ['learner.winnow{}; p.learner', '<m learner>.winnow{}; p.learner'], ["'a\\'b' .. [==[ ]] ]==]", "<s 'a\\'b'> .. <s [==[ ]] ]==]>"],
    ['--[[ a\nb ]] c', '<c --[[ a\nb ]]> c'], ['0x1p-4 1e+9 3..x endless x3', '<n 0x1p-4> <n 1e+9> <n 3..x> endless x3']]) {
    const found = await marked(text);
    check(`${name}: Lua: ${JSON.stringify(text)}`, found === wanted, found);
  }
  const broken = ['', '"open', "'open\\", '--[[ open', '[===[', '[=', '"a\nb"', '\\', 'x = "\\"" y', '[[]]--[[]]', '1..2', '…', '[', '--[=[ ]] ]=] z'];
  const kept = await page.evaluate((sources) => sources.map((source) => luaPieces(source).map((piece) => piece[1]).join('')), broken);
  check(`${name}: Lua keeps the text`, kept.join('|') === broken.join('|'), kept.join('|'));
  const code = await page.$('section[aria-labelledby=e-disjunction] .lua code');
  await code.evaluate((part) => { part.closest('details').open = true; });
  await page.waitForFunction((part) => part.querySelector('span'), code);
  check(`${name}: the scenario, its words told apart`, (await code.evaluate((part) => part.textContent)) === JSON.parse(fs.readFileSync(path.join(what, 'manifest.json'), 'utf8')).text &&
    (await code.$eval('.k', (word) => word.textContent)) === 'return', await code.evaluate((part) => part.innerHTML.slice(0, 200)));
}

// On paper, and where scripts are off, it is the still picture.
async function withoutScript(browser) {
  const context = await browser.newContext({ javaScriptEnabled: false }), page = await context.newPage();
  await page.goto('file://' + path.resolve(page_file));
  const picture = page.locator('section[aria-labelledby=e-disjunction] figure img'), box = await picture.boundingBox();
  check('scripts off: the still picture', box !== null && box.width > 300 && (await page.locator('.explorer').count()) === 0, JSON.stringify(box));
  await context.close();
}

// ---- winnow run --watch

const scenario = (title, more = 'trials = 40, seeds = 2') => `return { title = "${title}", ${more}, problem = function() return problem.disjunction { n = 8, r = 1 } end,
  learners = function() return { learner.winnow { r = 1 } } end, plot = { x = "trials", y = "mistakes", name = "drawn" } }`;

async function watching(browser) {
  const save = (text) => { fs.writeFileSync('new.lua', text); fs.renameSync('new.lua', 'idea.lua'); };
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } }), page = await context.newPage(), seen = watch(page);
  const at = path.resolve('plots/idea/index.html'), patient = { timeout: 120000 }, isTitle = (title) => page.waitForFunction((wanted) => document.title === wanted, title, patient);
  const picture = () => page.waitForFunction(() => { const image = document.querySelector('img'); return image && image.complete && image.naturalWidth > 100; }, null, patient);
  save(scenario('first'));
  const program = spawn(process.env.WINNOW, ['run', 'idea.lua', '--watch'], { stdio: 'ignore' }), ended = new Promise((resolve) => { program.on('exit', (code) => resolve(code)); });
  try {
    await new Promise((resolve) => { const look = setInterval(() => { if (fs.existsSync(path.join(path.dirname(at), 'state.js'))) { clearInterval(look); resolve(); } }, 50); });
    await page.goto(`file://${at}`);
    await isTitle('first');
    await picture();
    say('watch: a picture');
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => window.axe.run(document));
    check('watch: accessible', violations.length === 0, violations.map((violation) => `${violation.id}: ${violation.nodes[0].html.slice(0, 150)}`).join('; '));
    check('watch: nothing is wider than the page', await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const first = await page.$eval('img', (image) => image.src);
    save(scenario('second'));
    await isTitle('second');
    await picture();
    check('watch: another title, and its picture', (await page.textContent('h1')) === 'second' && (await page.$eval('img', (image) => image.src)) !== first);
    save('return {');
    await page.waitForSelector('#note.error', patient);
    await picture();
    check('watch: a mistake, and the last good picture', /^idea\.lua:1: .*expected/.test(await page.textContent('#note')) && (await page.textContent('h1')) === 'second', await page.textContent('#note'));
    save(scenario('long', 'trials = 100000, seeds = 20000'));
    const later = (least) => page.waitForFunction((count) => Number((document.getElementById('note').textContent.match(/^(\d+) of 20000 cells/) || [])[1]) > count, least, patient);
    await later(0);
    await picture();
    const cells = parseInt(await page.textContent('#note'), 10), unfinished = () => (fs.readFileSync(path.join(path.dirname(at), 'drawn.svg'), 'utf8').match(/unfinished: (\d+) of 20000 cells/) || [])[1];
    check('watch: a long run, and its picture so far', (await page.textContent('h1')) === 'long' && Number(unfinished()) >= cells, await page.textContent('main'));
    await page.screenshot({ path: path.join(folder, 'watch.png') });
    if (process.env.TEST_ALL) {
      await later(cells);
      check('watch: more of it later, and how long it will take', /, about \d+ s left$/.test(await page.textContent('#note')), await page.textContent('#note'));
    }
    save(scenario('third'));
    await isTitle('third');
    await picture();
    check('watch: a scenario that is saved ends a long run', unfinished() === undefined && (await page.textContent('#note')) === '', await page.textContent('main'));
    const others = seen.requests.filter((url) => !url.startsWith(`file://${path.dirname(at)}/`));
    check('watch: complains of nothing, asks for its own files only', seen.complaints.length === 0 && others.length === 0, [...seen.complaints, ...others].join('; '));
  } finally {
    program.kill('SIGINT');
    check('watch: Ctrl-C ends it', (await ended) === 130, String(await ended));
    await context.close();
  }
}

// ---- the page

async function keyboard(page, name) {
  await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
  await page.reload();
  await page.keyboard.press('Tab');
  const first = await page.evaluate(() => [document.activeElement.className, getComputedStyle(document.activeElement).outlineStyle]);
  check(`${name}: the first key leads to the skip link, which is seen`, first[0] === 'skip' && first[1] !== 'none', first.join());
  await page.keyboard.press('Enter');
  const target = await page.evaluate(() => document.activeElement.id);
  check(`${name}: and it to the verdicts`, target === 'verdicts', target);
}

async function accessibility(page, name) {
  await page.$$eval('details', (parts) => parts.forEach((part) => { part.open = true; }));
  await page.addScriptTag({ content: axe.source }).catch(() => page.evaluate(axe.source));
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  check(`${name}: accessible`, result.violations.length === 0,
    result.violations.map((violation) => `${violation.id} (${violation.nodes.length}): ${violation.nodes[0].html.slice(0, 150)}`).join('; '));
}

async function printing(page, name) {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const state = await page.evaluate(() => ({
    cut: !document.getElementById('more').hidden,
    closed: document.querySelectorAll('details:not([open])').length,
    filters: getComputedStyle(document.getElementById('filters')).display,
    background: getComputedStyle(document.body).backgroundColor,
    still: Array.from(document.querySelectorAll('figure')).every((figure) => figure.querySelector('img').checkVisibility() && !Array.from(figure.querySelectorAll('.explorer')).some((place) => place.checkVisibility())),
  }));
  check(`${name}: on paper`, state.closed === 0 && !state.cut && state.filters === 'none' && state.still && state.background === 'rgb(255, 255, 255)', JSON.stringify(state));
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
}

async function visit(browser, width, height, scheme) {
  const name = `${width} px, ${scheme}`;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, bypassCSP: false });
  const page = await context.newPage();
  const seen = watch(page);
  const address = 'file://' + path.resolve(page_file);
  // In processor time of the page's thread, which others on the machine do not lengthen.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(address, { waitUntil: 'load' });
  const waited = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0))));
  const { metrics } = await devtools.send('Performance.getMetrics');
  const opening = 1000 * metrics.find((entry) => entry.name === 'ThreadTime').value;
  check(`${name}: opens in time`, opening < LONGEST_OPENING, `${Math.round(opening)} ms of processor time`);
  console.log(`# ${name}: opened and painted after ${Math.round(waited)} ms, ${Math.round(opening)} ms of processor time`);
  if (what === 'opening') {
    await context.close();
    return;
  }
  await page.screenshot({ path: path.join(folder, `${width}-${scheme}.png`) });
  await page.evaluate(() => (document.querySelector('.experiment figure') || document.querySelector('.experiment')).scrollIntoView());
  await page.waitForTimeout(200);
  await page.screenshot({ path: path.join(folder, `${width}-${scheme}-plot.png`) });
  await page.$eval('.experiment details', (part) => { part.open = true; part.scrollIntoView(); });
  await page.waitForTimeout(200);
  await page.screenshot({ path: path.join(folder, `${width}-${scheme}-source.png`) });
  await page.$eval('#fold', (part) => { part.open = true; });
  await page.evaluate(() => document.getElementById('verdicts').scrollIntoView());
  await page.waitForTimeout(100);
  await page.screenshot({ path: path.join(folder, `${width}-${scheme}-table.png`) });
  await page.$eval('#fold', (part) => { part.open = false; });
  const pictures = await page.$$eval('img', (all) => Promise.all(all.map(async (picture) => {
    await picture.decode();
    return { described: picture.alt.length >= 3, drawn: picture.naturalWidth > 100 && picture.naturalHeight > 100 };
  })));
  check(`${name}: pictures are drawn`, pictures.length > 3 && pictures.every((picture) => picture.drawn), `not all of ${pictures.length}`);
  check(`${name}: every picture is described`, pictures.every((picture) => picture.described), 'some are not');
  const run = await page.evaluate(() => window.injected === undefined && document.querySelectorAll('script').length === 1);
  check(`${name}: no script but its own`, run, 'a text became a script');
  for (const figure of await page.$$('figure:has(> template)')) {
    await figure.evaluate((part) => part.scrollIntoView());
    await figure.waitForSelector('.panel svg');
  }
  const overflow = await page.evaluate(() => Math.max(...[document.documentElement, ...document.querySelectorAll('.experiment')].map((part) => part.scrollWidth - part.clientWidth)));
  check(`${name}: nothing is wider than the page`, overflow <= 0, `${overflow} px`);
  if (scheme === 'light') {
    await explore(page, name);
    await lua(page, name);
    await filters(page, name);
    await keyboard(page, name);
    await printing(page, name);
  }
  const complaints = seen.complaints.slice();
  check(`${name}: no complaint of the browser`, complaints.length === 0, complaints.join('; '));
  const others = seen.requests.filter((url) => url.split('#')[0] !== address);
  check(`${name}: nothing is loaded`, others.length === 0, others.join(' '));
  await accessibility(page, name);
  await context.close();
}

(async () => {
  const flags = process.getuid() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: program, args: flags });
  for (const [width, height] of [[390, 844], [1280, 900]]) {
    for (const scheme of ['light', 'dark']) await visit(browser, width, height, scheme);
  }
  if (what !== 'opening') {
    await withoutScript(browser);
    await watching(browser);
  }
  await browser.close();
})().catch((error) => {
  console.log(`not ok the browser: ${String(error).split('\n')[0]}`);
  process.exit(1);
});
