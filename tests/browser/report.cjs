// A report in a browser: node report.cjs PAGE FOLDER_OF_SCREENSHOTS CHROMIUM
//
// With a fourth argument `opening`: only how long the page takes to open. Opens the page from the disk in two widths and both schemes. Prints `ok NAME` or `not ok NAME: reason`. Modules are found by NODE_PATH.
'use strict';
const path = require('path');
const { chromium } = require('playwright-core');
const axe = require('axe-core');

const [page_file, folder, program, what] = process.argv.slice(2);
const LONGEST_OPENING = Number(process.env.REPORT_MILLISECONDS || 2000);
const FEW = 200; // rows shown at first, as in report.js
const say = (name, problem) => console.log(problem ? `not ok ${name}: ${problem}` : `ok ${name}`);
const check = (name, good, problem) => say(name, good ? '' : problem);

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
  const found = result.violations.filter((violation) => violation.impact === 'serious' || violation.impact === 'critical');
  check(`${name}: accessible`, found.length === 0,
    found.map((violation) => `${violation.id} (${violation.nodes.length}): ${violation.nodes[0].html.slice(0, 150)}`).join('; '));
  const minor = result.violations.filter((violation) => !found.includes(violation));
  for (const violation of minor) console.log(`# ${name}: ${violation.impact}: ${violation.id}: ${violation.nodes[0].html.slice(0, 150)}`);
}

async function printing(page, name) {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const state = await page.evaluate(() => ({
    cut: !document.getElementById('more').hidden,
    closed: document.querySelectorAll('details:not([open])').length,
    filters: getComputedStyle(document.getElementById('filters')).display,
    background: getComputedStyle(document.body).backgroundColor,
  }));
  check(`${name}: on paper`, state.closed === 0 && !state.cut && state.filters === 'none' && state.background === 'rgb(255, 255, 255)', JSON.stringify(state));
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
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(`${name}: nothing is wider than the page`, overflow <= 0, `${overflow} px`);
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
  if (scheme === 'light') {
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
  await browser.close();
})().catch((error) => {
  console.log(`not ok the browser: ${String(error).split('\n')[0]}`);
  process.exit(1);
});
