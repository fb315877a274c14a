// The page that runs scenarios (docs/play.md), behind src/report/figure.js. Each run has a worker of its own, which is ended when the next begins.

const byId = (id) => document.getElementById(id);
const RUN_SECONDS = 120, PLAN_SECONDS = 30, STEPS = 200, FIRST_SEEDS = 5;
const data = JSON.parse(byId('data').textContent);
const state = { name: '', text: '', base: null, values: {}, seeds: 1, trials: 0, measure: '', answer: null };

// What pictures call a learner of this label, or a bound of this name.
const LETTERS = { alpha: 'α', beta: 'β', gamma: 'γ', eps: 'ε', eta: 'η', theta: 'θ', kappa: 'κ', lambda: 'λ', tau: 'τ', sqrt: '√' };
const inLetters = (text) => text.replace(/\b[a-z]+\b/g, (word) => LETTERS[word] || word).replace(/\^2\b/g, '²');
const nameOf = (name) => inLetters(data.names[name] || (/^[a-z]+(_[a-z0-9]+)+$/.test(name) ? name.replace(/_/g, ' ') : name));

// ---- the engine

let compiled = null, spare = null, working = null;

async function compile() {
  const bytes = Uint8Array.from(atob(byId('wasm').textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

const engineAddress = URL.createObjectURL(new Blob([byId('engine').textContent], { type: 'text/javascript' }));
async function newWorker() {
  compiled = compiled || compile();
  const module = await compiled;
  const worker = new Worker(engineAddress);
  worker.postMessage({ module });
  return worker;
}

function stop() {
  if (working) working.end({ stopped: true });
}

// The answer to a request (src/commands/play.h); {stopped: true} if another one came first, or Stop was pressed.
function ask(request) {
  stop();
  const promise = spare || newWorker();
  spare = null;
  return new Promise((resolve) => {
    const job = { worker: null, timer: 0, began: false };
    job.end = (answer) => {
      if (job.ended) return;
      job.ended = true;
      clearTimeout(job.timer);
      if (job.worker) job.worker.terminate();
      if (working === job) { working = null; byId('stop').disabled = true; }
      spare = spare || newWorker();
      resolve(answer);
    };
    working = job;
    byId('stop').disabled = false;
    const [seconds, advice] = request.what === 'plan' ? [PLAN_SECONDS, ''] : [RUN_SECONDS, ': choose fewer seeds or trials, or smaller numbers'];
    const begin = () => {
      job.began = true;
      job.timer = setTimeout(() => job.end({ error: `${request.scenario}.lua: took longer than ${seconds} s and was ended${advice}` }), seconds * 1000);
    };
    promise.then((worker) => {
      job.worker = worker;
      if (job.ended) { worker.terminate(); return; }
      worker.onmessage = (event) => (event.data.began ? begin() : job.end(event.data));
      worker.onerror = (event) => job.end({ error: `the engine failed: ${event.message}` });
      worker.postMessage({ request });
    }, (error) => job.end({ error: String(error) }));
  });
}

// ---- tables

// Of the learners that the address names, or of all.
const table = (name, answer) => rowsOf(name, answer).filter((row) => !state.shown || row.learner === undefined || state.shown.includes(row.learner));

function rowsOf(name, answer = state.answer) {
  const lines = ((answer && answer.tables && answer.tables[name]) || '').split('\n').filter((line) => line && !line.startsWith('#'));
  const heads = (lines.shift() || '').split('\t');
  return lines.map((line) => { const cells = line.split('\t'); return Object.fromEntries(heads.map((head, i) => [head, cells[i]])); });
}

// ---- sliders

const parameterValues = (name) => [...new Set(state.base.points.map((point) => point.parameters[name]))];

// What the problem or a learner declares of an option of this name: [low, high, whole].
function declaration(name) {
  const point = state.base.points[0];
  const members = [...(point.problem ? [`problem.${point.problem.name}`] : []), ...(point.learners || []).map((learner) => `learner.${learner.name}`)];
  for (const member of members) if (data.ranges[member] && data.ranges[member][name]) return data.ranges[member][name];
  return [null, null, null];
}

// {low, high, whole, log}: where a slider goes.
function sliderRange(name) {
  const values = parameterValues(name), least = Math.min(...values), largest = Math.max(...values);
  let [low, high, whole] = declaration(name);
  if (whole === null) whole = values.every(Number.isInteger) && largest > 1;
  if (low === null) low = least < 0 ? 8 * least : 0;
  const log = least > 0 && (whole ? largest >= 4 : true) && !(high !== null && high <= 1);
  if (log) low = Math.max(low, whole ? Math.max(1, Math.floor(least / 8)) : least / 8);
  else low = Math.max(low, Math.min(0, 2 * least));
  const top = values.length > 1 ? largest : log ? 8 * largest : largest === 0 ? 0.5 : whole ? 4 * largest : 2 * largest;
  high = Math.min(high === null ? Infinity : high, whole ? Math.max(top, low + 4) : top);
  return { low, high, whole, log };
}

const toValue = (range, place) => {
  const u = place / STEPS;
  const raw = range.log ? range.low * (range.high / range.low) ** u : range.low + (range.high - range.low) * u;
  return range.whole ? Math.round(raw) : Number(raw.toPrecision(3));
};
const toPlace = (range, value) => Math.round(STEPS * (range.log ? Math.log(value / range.low) / Math.log(range.high / range.low) : (value - range.low) / (range.high - range.low)));

function addSlider(label, range, value, set, all) {
  const output = element('output', {}, short(value));
  const input = element('input', { type: 'range', min: 0, max: STEPS, value: Math.min(STEPS, Math.max(0, toPlace(range, value))), 'aria-label': label, 'data-name': label, 'aria-valuetext': short(value) });
  const show = (now) => { output.textContent = short(now); input.setAttribute('aria-valuetext', short(now)); };
  // Keys move to the next other value: whole numbers of a long scale share no place.
  input.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const before = toValue(range, Number(input.value));
    let place = Number(input.value);
    while (place + step >= 0 && place + step <= STEPS && toValue(range, place) === before) place += step;
    input.value = place;
    input.dispatchEvent(new Event('input'));
  });
  input.addEventListener('input', () => { const now = toValue(range, Number(input.value)); show(now); set(now); });
  const row = element('div', {}, element('span', {}, label), input, output);
  if (all) {
    const box = element('input', { type: 'checkbox', checked: all.on, onchange: () => { input.disabled = box.checked; set(box.checked ? null : toValue(range, Number(input.value))); } });
    input.disabled = all.on;
    row.append(element('label', {}, box, ` all ${all.count}`));
  }
  byId('sliders').append(element('div', { class: 'slider' }, row));
}

function addChoice(name, values, value, set) {
  const select = element('select', { 'aria-label': name, onchange: () => set(select.value === 'all' ? null : values.find((item) => String(item) === select.value)) },
    ...(values.length > 1 ? [element('option', { value: 'all' }, 'all')] : []), ...values.map((item) => element('option', { value: String(item), selected: item === value }, String(item))));
  byId('sliders').append(element('div', { class: 'slider' }, element('div', {}, element('span', {}, name), select)));
}

function addSliders() {
  byId('sliders').replaceChildren();
  for (const name of state.base.parameters) {
    const values = parameterValues(name), value = state.values[name];
    const set = (now) => { state.values[name] = now; changed(); };
    if (values.every((item) => typeof item === 'number')) {
      addSlider(name, sliderRange(name), value === null ? values[0] : value, set, values.length > 1 ? { on: value === null, count: values.length } : null);
    } else {
      addChoice(name, values.some((item) => typeof item === 'boolean') ? [true, false] : values, value, set);
    }
  }
  addSlider('seeds', { low: 1, high: Math.max(20, state.base.seeds), whole: true, log: true }, state.seeds, (now) => { state.seeds = now; changed(); });
  const trials = Math.max(...state.base.points.map((point) => point.trials || 0));
  if (trials > 0) addSlider('trials', { low: Math.min(10, trials), high: 4 * trials, whole: true, log: true }, state.trials || trials, (now) => { state.trials = now; changed(); });
}

// ---- runs

let generation = 0;

function request(what, more = {}) {
  const set = Object.entries(state.values).filter(([name, value]) => value !== null && !(parameterValues(name).length === 1 && parameterValues(name)[0] === value))
    .map(([name, value]) => `${name}=${value}`);
  return { scenario: state.name, text: state.text, what, set, seeds: state.seeds, ...(state.trials ? { trials: state.trials } : {}), ...more };
}

function tell(answer) {
  const message = (answer && answer.error) || '';
  byId('message').textContent = message;
  const line = message.match(/^[\w-]+\.lua:(\d+):/);
  numberLines(line ? Number(line[1]) : 0, message);
  return message === '';
}

// A curve of one seed is there at once; then that of all.
async function run() {
  const mine = ++generation, started = performance.now();
  for (const seeds of state.seeds > 1 ? [1, state.seeds] : [1]) {
    byId('state').textContent = `running, ${seeds} of ${state.seeds} seeds`;
    const answer = await ask(request('run', { seeds }));
    if (mine !== generation) return;
    if (answer.stopped) { byId('state').textContent = 'stopped'; return; }
    if (!tell(answer)) { byId('state').textContent = ''; return; }
    state.answer = answer;
    if (answer.notes) byId('message').textContent = answer.notes.trim();
    draw();
    byId('state').textContent = `${seeds} of ${state.seeds} seeds, ${Math.round(performance.now() - started)} ms`;
    if (seeds === 1) document.dispatchEvent(new CustomEvent('firstcurve', { detail: performance.now() - started }));
  }
  document.dispatchEvent(new Event('finished'));
}

function changed() {
  writeAddress();
  run();
}

// What the scenario's first picture has all values of: its x, a number that takes several; null: it is over the trials.
function firstAxis() {
  const { x } = (state.base.plots || [])[0] || {}, numbers = state.base.parameters.filter((name) => parameterValues(name).length > 1 && typeof parameterValues(name)[0] === 'number');
  return numbers.includes(x) ? x : x === 'trials' || x === 'index' || x === undefined ? null : numbers[0] || null;
}

// A new text: its plan says what the sliders are.
async function load(values = {}) {
  const mine = ++generation;
  byId('state').textContent = 'reading the scenario';
  const answer = await ask({ scenario: state.name, text: state.text, what: 'plan' });
  if (mine !== generation || answer.stopped) return;
  byId('state').textContent = '';
  if (!tell(answer)) return;
  state.base = answer.plan;
  state.values = {};
  const axis = firstAxis();
  for (const name of state.base.parameters) {
    const known = parameterValues(name), given = values[`p.${name}`];
    if (given !== undefined) state.values[name] = given === 'all' ? null : typeof known[0] === 'number' ? Number(given) : typeof known[0] === 'boolean' ? given === 'true' : given;
    else state.values[name] = known.length > 1 && (name === axis || state.base.procedure) ? null : known[0];
  }
  state.seeds = Number(values.seeds) || Math.min(FIRST_SEEDS, state.base.seeds);
  state.trials = Number(values.trials) || 0;
  state.measure = values.y || '';
  state.shown = values.learners ? values.learners.split(',') : null;
  byId('who').replaceChildren(...(state.base.points[0].learners || []).map((learner) => element('option', {}, learner.label)));
  byId('tracing').hidden = state.base.procedure;
  byId('told').hidden = true;
  addSliders();
  changed();
}

function choose(name, text, values) {
  const scenario = data.scenarios.find((item) => item.name === name) || data.scenarios.find((item) => item.name === 'close_to_subspace');
  if (state.name !== scenario.name) showFigure = explorer(byId('figure'));
  state.name = scenario.name;
  state.text = text === undefined ? scenario.text : text;
  byId('scenario').value = scenario.name;
  byId('story').textContent = scenario.story || scenario.title;
  byId('text').value = state.text;
  return load({ ...scenario.first, ...values });
}

// ---- the figure

let showFigure = explorer(byId('figure'));

// The kept trials of the curves of some cells, thinned, and of each the cells' mean, least and largest value.
function meanCurve(cells, column) {
  const times = [...new Set(cells.flatMap((rows) => rows.map((row) => row[0])))].sort((a, b) => a - b);
  const stride = Math.max(1, Math.ceil(times.length / 300)), places = cells.map(() => 0), points = [], band = [];
  times.forEach((t, i) => {
    const values = cells.map((rows, c) => {
      while (places[c] + 1 < rows.length && rows[places[c] + 1][0] <= t) places[c]++;
      return rows[places[c]][column];
    });
    if (i % stride && i !== times.length - 1) return;
    points.push([t, values.reduce((sum, value) => sum + value, 0) / values.length]);
    band.push([t, Math.min(...values), Math.max(...values)]);
  });
  return { points, band };
}

const inWords = (name) => inLetters(name.replace(/^constant:/, '').replace(/_/g, ' '));
const overSeeds = (measure) => (state.answer.plan.seeds > 1 ? `${inWords(measure)}, mean and range of ${state.answer.plan.seeds} seeds` : `${inWords(measure)}, one seed`);

const MEASURES = ['mistakes', 'loss', 'regret', 'potential'];

function trialFigure(measure) {
  const learners = [...new Set(table('cells.tsv').map((row) => row.learner))], owner = {}, rows = {};
  for (const cell of table('cells.tsv')) owner[cell.cell] = cell.learner;
  for (const row of table('curves.tsv')) (rows[row.cell] = rows[row.cell] || []).push([Number(row.t), Number(row[measure])]);
  const curves = [];
  learners.forEach((label, i) => {
    const cells = Object.keys(rows).filter((cell) => owner[cell] === label && rows[cell].every((row) => Number.isFinite(row[1])));
    if (cells.length > 0) curves.push({ label: nameOf(label), key: i, ...meanCurve(cells.map((cell) => rows[cell]), 1) });
  });
  const last = Math.max(1, ...curves.map((curve) => curve.points[curve.points.length - 1][0]));
  const changing = {}, ends = curves.map((curve) => `${curve.label}: ${short(curve.points[curve.points.length - 1][1])}`);
  for (const row of table('bound_curves.tsv')) (changing[`${row.learner}\t${row.bound}`] = changing[`${row.learner}\t${row.bound}`] || []).push([Number(row.t), Number(row.value)]);
  const values = new Map();
  let dashes = 0;
  for (const row of table('summary.tsv')) {
    if (row.measure !== measure || row.bound === '-' || row.bound.includes('.') || !Number.isFinite(Number(row.value))) continue;
    const key = `${row.bound}\t${Number(row.value).toPrecision(6)}`;
    if (!values.has(key)) values.set(key, { bound: row.bound, value: Number(row.value), learners: [] });
    values.get(key).learners.push(row.learner);
  }
  for (const { bound, value, learners: whose } of values.values()) {
    const curve = changing[`${whose[0]}\t${bound}`];
    curves.push({ label: `${nameOf(bound)}: ${short(value)}`, name: `${nameOf(bound)} for ${whose.map(nameOf).join(', ')}`, dash: dashes++, of: whose.length > 1 ? null : learners.indexOf(whose[0]), dashed: true, points: curve ? [...curve, [last, value]] : [[0, value], [last, value]] });
    ends.push(`${nameOf(bound)}: ${short(value)}`);
  }
  return { title: `${measure} against trials`, x: 'trial', y: overSeeds(measure), curves, flat: ends.join('; ') };
}

// What was observed once in a cell, at its end, as rows of summary.tsv: mean, least and largest over the seeds. The rows of the table itself where it has the measure.
function summaryOf(measure) {
  const known = table('summary.tsv').filter((row) => row.measure === measure);
  if (known.length > 0) return known;
  const cells = Object.fromEntries(table('cells.tsv').map((row) => [row.cell, row])), groups = new Map();
  for (const row of table('observations.tsv')) {
    const cell = cells[row.cell];
    if (row.quantity !== measure || row.index !== '0' || !cell || !Number.isFinite(Number(row.value))) continue;
    const key = [cell.learner, ...state.answer.plan.parameters.map((name) => cell[name])].join('\t');
    groups.set(key, [...(groups.get(key) || []), { cell, value: Number(row.value), t: Number(row.t) }]);
  }
  return [...groups.values()].map((rows) => {
    const last = Math.max(...rows.map((row) => row.t)), values = rows.filter((row) => row.t === last).map((row) => row.value);
    return { ...rows[0].cell, measure, mean: values.reduce((sum, value) => sum + value, 0) / values.length, min: Math.min(...values), max: Math.max(...values), bound: '-' };
  });
}

// Over a grid: what each learner did against the swept number, or against the words that a parameter takes.
function gridFigure(measure) {
  const { plan } = state.answer, wide = (name) => new Set(plan.points.map((point) => point.parameters[name])).size, isNumber = (name) => plan.points.every((point) => typeof point.parameters[name] === 'number');
  const planned = (plan.plots || []).map((plot) => plot.x), swept = [...planned, ...plan.parameters].find((name) => plan.parameters.includes(name) && isNumber(name) && wide(name) > 1) || plan.swept[0] || plan.parameters[0];
  const names = isNumber(swept) ? null : [...new Set(plan.points.map((point) => String(point.parameters[swept])))], placeOf = (row) => (names ? names.indexOf(row[swept]) + 1 : Number(row[swept]));
  const rows = summaryOf(measure), curves = [], groups = new Map(), lines = new Map();
  const others = (row) => plan.swept.filter((name) => name !== swept).map((name) => (Number.isFinite(Number(row[name])) ? `${inLetters(name)} = ${short(Number(row[name]))}` : inLetters(row[name]))).join(', ');
  for (const row of rows) {
    const label = [row.learner === '-' ? '' : nameOf(row.learner), others(row)].filter(Boolean).join(', ') || inWords(measure);
    if (!groups.has(label)) groups.set(label, new Map());
    if (Number.isFinite(Number(row.mean))) groups.get(label).set(placeOf(row), [Number(row.mean), Number(row.min), Number(row.max)]);
    if (row.bound !== '-' && !row.bound.includes('.') && Number.isFinite(Number(row.value))) {
      const key = `${label}\t${row.bound}`;
      lines.set(key, [...(lines.get(key) || []), [placeOf(row), Number(row.value)]]);
    }
  }
  const order = [...groups.keys()], bounds = new Map(); // those of one bound that are equal are one line
  for (const [key, line] of lines) {
    const [label, bound] = key.split('\t'), points = line.sort((a, b) => a[0] - b[0]), same = `${bound}\t${points.join(' ')}`;
    if (!bounds.has(same)) bounds.set(same, { bound, points, whose: [] });
    bounds.get(same).whose.push(order.indexOf(label));
  }
  [...groups].forEach(([label, points], i) => {
    const sorted = [...points].sort((a, b) => a[0] - b[0]);
    curves.push({ label, key: i, dots: true, points: sorted.map(([a, [mean]]) => [a, mean]), band: sorted.map(([a, [, low, high]]) => [a, low, high]) });
  });
  [...bounds.values()].forEach(({ bound, points, whose }, i) => curves.push({ label: `${nameOf(bound)}: ${short(points[points.length - 1][1])}`, name: `${nameOf(bound)} for ${whose.map((place) => order[place]).join(', ')}`, dash: i, of: whose.length > 1 ? null : whose[0], dashed: true, points }));
  const xs = curves.flatMap((curve) => curve.points.map((point) => point[0])), ys = curves.flatMap((curve) => curve.points.map((point) => point[1]));
  const isLong = (list) => list.length > 0 && Math.min(...list) > 0 && Math.max(...list) / Math.min(...list) >= 8;
  return { title: `${inWords(measure)} against ${inWords(swept)}`, x: inWords(swept), y: overSeeds(measure), curves, names, logx: !names && isLong(xs), logy: isLong(ys), flat: curves.map((curve) => `${curve.label}: ${curve.points.map(([a, b]) => `${short(b)} at ${names ? names[a - 1] : short(a)}`).join(', ')}`).join('; ') };
}

function draw() {
  if (!state.answer) return;
  const plan = state.answer.plan, grid = plan.points.length > 1 || plan.procedure;
  const columns = grid ? [...new Set([...table('summary.tsv').filter((row) => !row.bound.includes('.')).map((row) => row.measure), ...table('observations.tsv').filter((row) => row.index === '0').map((row) => row.quantity)])].filter((name) => name !== '-') : MEASURES.filter((name) => table('curves.tsv').some((row) => Number.isFinite(Number(row[name])) && Number(row[name]) !== 0));
  const wanted = [state.measure, ...(plan.plots || []).map((plot) => plot.y), columns[0]].find((name) => columns.includes(name)) || '';
  byId('measure').replaceChildren(...columns.map((name) => element('option', { value: name, selected: name === wanted }, inWords(name))));
  showFigure(wanted ? [grid ? gridFigure(wanted) : trialFigure(wanted)] : []);
  drawVerdicts(wanted);
}

function drawVerdicts(shown) {
  const plan = state.answer.plan, rows = table('summary.tsv'), SIGNS = { holds: '✓', violated: '✗', refuted: '≠', inconclusive: '?', premise: '!', unchecked: '–', vacuous: '○' }; // src/report/page.c
  const embedded = document.body.classList.contains('embed'); // in a lesson only what its figure shows
  const steps = rows.filter((row) => row.bound.includes('.')), known = rows.filter((row) => row.measure === shown || (!embedded && row.bound !== '-'));
  const main = [...known.filter((row) => !row.bound.includes('.')), ...(known.some((row) => row.measure === shown) ? [] : summaryOf(shown))];
  const isEmpty = (head) => main.every((row) => row[head] === undefined || row[head] === '-' || row[head] === 'nan');
  const heads = [...plan.swept, 'learner', 'measure', 'mean', 'sd', 'bound', 'value', 'used', 'verdict'].filter((head) => !isEmpty(head));
  const numbers = new Set(['mean', 'sd', 'value', 'used', ...plan.swept.filter((name) => main.every((row) => Number.isFinite(Number(row[name]))))]);
  const cell = (row, head) => {
    const value = row[head] === undefined ? '-' : row[head], number = numbers.has(head), kind = head === 'verdict' && value !== '-' ? value : number ? 'n' : '';
    const text = kind === value ? `${SIGNS[value] || '·'} ${value}` : number && Number.isFinite(Number(value)) ? short(Number(value)) : value === 'nan' ? '-' : head === 'learner' || head === 'bound' ? nameOf(value) : head === 'measure' ? inWords(value) : value;
    return element('td', { 'data-head': head, 'data-value': head === 'learner' ? value : false, class: kind && text !== '-' ? kind : text === '-' ? `${kind} none`.trim() : false }, text);
  };
  byId('verdicts').replaceChildren(element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', numbers.has(head) ? { scope: 'col', class: 'n' } : { scope: 'col' }, head)))),
    element('tbody', {}, ...main.map((row) => element('tr', {}, ...heads.map((head) => cell(row, head))))));
  if (embedded) fitRows(byId('verdicts').parentElement);
  const counts = {};
  for (const row of steps) counts[row.verdict] = (counts[row.verdict] || 0) + 1;
  byId('steps').textContent = steps.length ? `Invariants of the proofs: ${Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`).join(', ')}.` : '';
}

// As high as the last whole row that the frame has room for; the others are scrolled to.
function fitRows(region) {
  region.style.maxHeight = '';
  if (innerWidth < 832) return; // play.css: there is no table
  const room = innerHeight - region.getBoundingClientRect().top - scrollY - 90, feet = [...region.querySelectorAll('tr')].map((row) => row.offsetTop + row.offsetHeight);
  const foot = Math.max(...feet.filter((bottom) => bottom <= room), feet[1] || 0);
  if (foot < feet[feet.length - 1]) region.style.maxHeight = `${foot}px`;
}

// ---- the editor

// Numbers the lines; at the bad one stands what is wrong.
let badLine = 0;
function numberLines(bad = 0, message = '') {
  const lines = byId('text').value.split('\n').map((_, i) => (i + 1 === bad ? `<b>${bad}</b>` : i + 1));
  badLine = bad;
  byId('lines').innerHTML = lines.join('\n');
  byId('wrong').textContent = message;
  if (bad) byId('text').scrollTop = Math.max(0, (bad - 6) * lineHeight());
  scrollLines();
}
const lineHeight = () => parseFloat(getComputedStyle(byId('text')).lineHeight);
function scrollLines() {
  byId('lines').scrollTop = byId('text').scrollTop;
  byId('wrong').hidden = badLine === 0;
  byId('wrong').style.top = `${parseFloat(getComputedStyle(byId('text')).paddingTop) + badLine * lineHeight() - byId('text').scrollTop}px`;
}

function runText() {
  state.text = byId('text').value;
  return load();
}

// ---- trial by trial

let walking = 0, story = [];

// The text of `winnow trace` in pieces. The values of a diagonal parameter follow from the first ones and the changes.
function readTrace(told) {
  const [head, ...trials] = told.split(/\n\n(?=trial \d+\n)/);
  const list = (text) => { // "0.25 (15 times), 0.9"
    const values = [];
    for (const [, number, , times] of (text || '').matchAll(/(-?[\d.e+-]+)( \((\d+) times\))?/g)) for (let i = 0; i < (Number(times) || 1); i++) values.push(Number(number));
    return values;
  };
  const first = head.match(/(weights|eigenvalues|entries) of W (.*?), (?:sum|trace)/);
  let now = first ? list(first[2]) : [], potential = Number((head.match(/potential .*?(-?[\d.e+-]+)$/m) || [])[1]);
  const kind = first ? first[1] : '';
  const told_trials = trials.map((text) => {
    const score = text.match(/score: +(?:.*?= )?(-?[\d.e+-]+)(?:, (?:not )?below the threshold (-?[\d.e+-]+))?/) || [];
    const before = now, was = potential, after = text.match(/eigenvalues after: +(.*)/), changes = text.match(/update: +(w_\d.*)/);
    if (after) now = list(after[1]);
    if (changes && kind === 'weights') {
      now = [...now];
      for (const part of changes[1].split('; ')) {
        const [names, values] = part.split(': ');
        for (const [, i] of names.matchAll(/w_(\d+)/g)) now[Number(i) - 1] = Number((values || '').split(' -> ')[1]);
      }
    }
    const drop = text.match(/potential (-?[\d.e+-]+) -> (-?[\d.e+-]+)/);
    if (drop) potential = Number(drop[2]);
    return { text, score: Number(score[1]), threshold: Number(score[2]), mistake: /a mistake/.test(text), updated: !/update: +none/.test(text), before, after: now, was, potential };
  });
  return { head, kind, trials: told_trials };
}

const traceWidth = () => Math.max(300, Math.min(640, byId('trial').clientWidth || 640));

function bars(kind, before, after) {
  if (after.length === 0 || after.some((value) => !Number.isFinite(value))) return '';
  const pairs = after.map((value, i) => [before[i], value]), sorted = kind === 'weights' ? pairs : [...before].sort((a, b) => b - a).map((value, i) => [value, [...after].sort((a, b) => b - a)[i]]);
  const count = Math.min(sorted.length, 128), width = traceWidth(), height = 130, step = (width - 60) / count, most = Math.max(...sorted.flat().map(Math.abs)) || 1, negative = sorted.flat().some((value) => value < 0);
  const zero = negative ? height / 2 : height - 14, scale = (zero - 14) / most, parts = [];
  sorted.slice(0, count).forEach(([a, b], i) => {
    const bar = (value, extra) => `<rect x="${(54 + i * step).toFixed(1)}" width="${Math.max(1, step * 0.8).toFixed(1)}" y="${(value >= 0 ? zero - value * scale : zero).toFixed(1)}" height="${Math.abs(value * scale).toFixed(1)}" ${extra}/>`;
    parts.push(bar(b, `fill="${colour(0)}"`));
    if (a !== b) parts.push(bar(a, `fill="none" stroke="${colour(1)}" stroke-width="1.5"`));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${kind} after the trial, largest ${short(most)}; outlined: before it" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <text x="0" y="12">${kind}${sorted.length > count ? `, the first ${count}` : ''}; outlined: before the update</text><path class="axis" d="M50 ${zero}H${width}"/>${parts.join('')}<text x="0" y="28">${short(most)}</text></svg>`;
}

function scoreLine(trial) {
  if (!Number.isFinite(trial.score) || !Number.isFinite(trial.threshold)) return '';
  const most = 1.15 * Math.max(Math.abs(trial.score), Math.abs(trial.threshold), 1e-9), low = Math.min(0, trial.score, trial.threshold) * 1.15, width = traceWidth(), X = (value) => 20 + (width - 60) * (value - low) / (most - low);
  const x = X(trial.score), t = X(trial.threshold);
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="score ${short(trial.score)}, threshold ${short(trial.threshold)}" width="${width}" height="58" viewBox="0 0 ${width} 58">
    <path class="axis" d="M20 30H${width - 20}"/><path d="M${t} 18V42" stroke="${colour(1)}" stroke-width="3"/><circle cx="${x}" cy="30" r="6" fill="${colour(0)}"/>
    <text x="${Math.max(t, 60)}" y="12" text-anchor="middle" style="fill:${colour(1)}">threshold ${short(trial.threshold)}</text><text x="${Math.max(x, 50)}" y="55" text-anchor="middle" style="fill:${colour(0)}">score ${short(trial.score)}</text></svg>`;
}

function potentialSteps(at) {
  const values = story.trials.map((trial) => trial.potential);
  if (!values.every(Number.isFinite)) return '';
  const all = [story.trials[0].was, ...values], most = Math.max(...all), width = traceWidth(), height = 110, X = (i) => 50 + (width - 60) * i / (all.length - 1), Y = (value) => height - 8 - (height - 30) * value / most;
  let path = `M${X(0)} ${Y(all[0])}`;
  all.forEach((value, i) => { if (i) path += `H${X(i).toFixed(1)}V${Y(value).toFixed(1)}`; });
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="potential from ${short(all[0])}, now ${short(values[at])}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <text x="0" y="12">potential: mistakes lower it, and it stays above 0</text><path class="axis" d="M50 20V${height - 8}H${width}"/><path d="${path}" fill="none" stroke="${colour(2)}" stroke-width="2"/>
    <circle cx="${X(at + 1)}" cy="${Y(values[at])}" r="5" fill="${colour(1)}"/><text x="0" y="${Y(all[0]) + 14}">${short(all[0])}</text></svg>`;
}

function showTrial(at) {
  const trial = story.trials[at];
  byId('at').value = at;
  byId('at').setAttribute('aria-valuetext', `trial ${at + 1} of ${story.trials.length}`);
  byId('trial').innerHTML = `${scoreLine(trial)}${bars(story.kind, trial.before, trial.after)}${potentialSteps(at)}<pre>${escape(shorten(trial.text))}</pre>`;
  byId('back').disabled = at === 0;
  byId('next').disabled = at === story.trials.length - 1;
  byId('update').disabled = !story.trials.some((later, i) => i > at && later.updated);
}
const shorten = (text) => text.split('\n').map((line) => (line.length > 240 ? `${line.slice(0, 240)} …` : line)).join('\n');

async function trace() {
  generation++;
  byId('state').textContent = 'tracing';
  const whole = (id, most) => Math.min(most, Math.max(1, Math.round(Number(byId(id).value)) || 1));
  const answer = await ask(request('trace', { learner: byId('who').value, seed: whole('seed', 1000), first: whole('first', 500) }));
  if (answer.stopped) return;
  byId('state').textContent = '';
  if (!tell(answer)) return;
  story = readTrace(answer.told);
  byId('told').hidden = story.trials.length === 0;
  if (story.trials.length === 0) return;
  byId('at').max = story.trials.length - 1;
  showTrial(0);
}

function walk(on) {
  clearInterval(walking);
  walking = 0;
  byId('walk').setAttribute('aria-pressed', String(on));
  byId('walk').textContent = on ? 'Pause' : 'Play';
  if (!on) return;
  walking = setInterval(() => {
    const at = Number(byId('at').value);
    if (at >= story.trials.length - 1) walk(false);
    else showTrial(at + 1);
  }, 700);
}

// ---- the address, and files

const packed = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const unpacked = (text) => new TextDecoder().decode(Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0)));

function writeAddress() {
  const original = data.scenarios.find((item) => item.name === state.name), parts = new URLSearchParams({ scenario: state.name });
  for (const [name, value] of Object.entries(state.values)) parts.set(`p.${name}`, value === null ? 'all' : value);
  parts.set('seeds', state.seeds);
  if (state.trials) parts.set('trials', state.trials);
  if (state.measure) parts.set('y', state.measure);
  if (state.shown) parts.set('learners', state.shown.join());
  if (original && original.text !== state.text) parts.set('text', packed(state.text));
  if (document.body.classList.contains('embed')) parts.set('embed', 1);
  byId('share').href = `#${parts}`;
  history.replaceState(null, '', `#${parts}`);
}

function readAddress() {
  const values = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  document.body.classList.toggle('embed', values.embed === '1');
  let text;
  try { text = values.text === undefined ? undefined : unpacked(values.text); } catch (error) { text = undefined; }
  if (values.trace) { byId('trace').open = true; document.addEventListener('finished', trace, { once: true }); }
  return choose(values.scenario, text, values);
}

function save(name, type, ...parts) {
  const link = element('a', { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The parts of a tar archive of texts: {path: text}.
function tar(files) {
  const parts = [], bytes = (text) => new TextEncoder().encode(text), octal = (number, digits) => number.toString(8).padStart(digits, '0');
  for (const [path, text] of Object.entries(files)) {
    const head = new Uint8Array(512), body = bytes(text);
    for (const [at, value] of [[0, path], [100, '0000644'], [108, octal(0, 7)], [116, octal(0, 7)], [124, octal(body.length, 11)], [136, octal(0, 11)], [148, ' '.repeat(8)], [156, '0'], [257, 'ustar'], [263, '00']]) head.set(bytes(value), at);
    head.set(bytes(`${octal(head.reduce((sum, byte) => sum + byte, 0), 6)}\0`), 148);
    parts.push(head, body, new Uint8Array(-body.length & 511));
  }
  return [...parts, new Uint8Array(1024)];
}

// The tables, the scenario, and what they come from.
function saveTables() {
  if (!state.answer) return;
  const { name } = state, asked = request('run'), options = [...asked.set.map((text) => `--set ${text}`), `--seeds ${asked.seeds}`, ...(asked.trials ? [`--trials ${asked.trials}`] : [])];
  const origin = `Winnow Lab ${data.version} in a browser (make play). ${byId('mathematics').textContent.replace(/\s+/g, ' ')}\nThe program's own: winnow run ${name}.lua ${options.join(' ')}\n`;
  const files = { 'README.txt': origin, [`${name}.lua`]: state.text, ...state.answer.tables };
  save(`${name}.tar`, 'application/x-tar', ...tar(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, text]))));
}

// ---- the page

byId('scenario').append(...data.scenarios.map((item) => element('option', { value: item.name }, `${item.name}: ${item.title}`)));
byId('scenario').addEventListener('change', (event) => choose(event.target.value));
byId('measure').addEventListener('change', (event) => { state.measure = event.target.value; writeAddress(); draw(); });
byId('stop').addEventListener('click', stop);
byId('reset').addEventListener('click', () => choose(state.name));
byId('run').addEventListener('click', runText);
byId('original').addEventListener('click', () => choose(state.name));
byId('text').addEventListener('input', () => numberLines());
byId('text').addEventListener('scroll', scrollLines);
byId('text').addEventListener('keydown', (event) => { if (event.key === 'Enter' && event.ctrlKey) runText(); });
byId('tell').addEventListener('click', trace);
byId('back').addEventListener('click', () => showTrial(Number(byId('at').value) - 1));
byId('next').addEventListener('click', () => showTrial(Number(byId('at').value) + 1));
byId('update').addEventListener('click', () => showTrial(story.trials.findIndex((trial, i) => i > Number(byId('at').value) && trial.updated)));
byId('walk').addEventListener('click', () => walk(!walking));
byId('at').addEventListener('input', (event) => showTrial(Number(event.target.value)));
byId('get-lua').addEventListener('click', () => save(`${state.name}.lua`, 'text/plain', state.text));
byId('get-tables').addEventListener('click', saveTables);
byId('get-svg').addEventListener('click', () => {
  const style = `<style>text{font:12px sans-serif}.grid{stroke:#ccc;stroke-width:.5}.axis{stroke:#555;fill:none}</style>`;
  save(`${state.name}.svg`, 'image/svg+xml', byId('figure').querySelector('svg').outerHTML.replace(/(<svg[^>]*>)/, `$1${style}`));
});
addEventListener('hashchange', readAddress);
byId('edit').addEventListener('toggle', scrollLines);
addEventListener('resize', draw);
dark.addEventListener('change', draw);
readAddress();
